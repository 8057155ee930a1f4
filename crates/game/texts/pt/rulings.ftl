# O que diz o árbitro. As palavras são nossas; ao lado aparece o número do artigo.

# Os lados
white = as brancas
black = as pretas
the-arbiter = o árbitro

# Fim da partida
end-resignation = { $loser ->
    [white] As brancas abandonam: vitória das pretas.
   *[black] As pretas abandonam: vitória das brancas.
}
end-no-move = { $loser ->
    [white] É a vez das brancas, que não têm lance: vitória das pretas.
   *[black] É a vez das pretas, que não têm lance: vitória das brancas.
}
end-no-pieces = { $loser ->
    [white] As brancas ficaram sem peças: vitória das pretas.
   *[black] As pretas ficaram sem peças: vitória das brancas.
}
end-time-up = { $loser ->
    [white] Acabou o tempo das brancas: vitória das pretas.
   *[black] Acabou o tempo das pretas: vitória das brancas.
}
end-both-flags = As duas setas caíram: a partida está empatada.
end-illegal-tries = { $loser ->
    [white] As brancas fizeram tantas tentativas ilegais quantas foram combinadas: vitória das pretas.
   *[black] As pretas fizeram tantas tentativas ilegais quantas foram combinadas: vitória das brancas.
}
end-refuses-rules = { $loser ->
    [white] As brancas se recusam a cumprir as regras: vitória das pretas.
   *[black] As pretas se recusam a cumprir as regras: vitória das brancas.
}
end-agreement = Os jogadores concordam com o empate.
end-by-arbiter = Nenhum dos lados pode vencer: o árbitro declara o empate.
end-king-moves = { $limit } lances de dama de cada lado sem mover pedra nem capturar: a partida está empatada.
end-listed-ending = { $limit } lances de cada lado em um final considerado empate: a partida está empatada.
end-repetition = A mesma posição apareceu pela terceira vez, cabendo o lance ao mesmo jogador: a partida está empatada.
end-destroyed = A posição se perdeu por acidente e não pode ser refeita: a partida será jogada de novo.
end-aborted = { $loser ->
    [white] As brancas interromperam a partida antes de os dois lados jogarem: não há resultado.
   *[black] As pretas interromperam a partida antes de os dois lados jogarem: não há resultado.
}
end-no-show = { $loser ->
    [white] As brancas não compareceram: as pretas vencem por ausência.
   *[black] As pretas não compareceram: as brancas vencem por ausência.
}
end-no-show-both = Nenhum dos jogadores compareceu: os dois perdem por ausência.

# Contagens
count-king-moves = { $made } de { $limit } lances de dama de cada lado
count-king-moves-asked = { $by ->
    [white] { $made } de { $limit } lances de dama de cada lado, contagem pedida pelas brancas no lance { $at }
    [black] { $made } de { $limit } lances de dama de cada lado, contagem pedida pelas pretas no lance { $at }
   *[arbiter] { $made } de { $limit } lances de dama de cada lado, contagem ordenada pelo árbitro no lance { $at }
}
count-listed-ending = { $made } de { $limit } lances de cada lado neste final
count-listed-ending-fast = { $made } de { $limit } lances de cada lado neste final (partida rápida ou blitz: até { $minutes } minutos por jogador, contando { $increments } acréscimos)
count-listed-ending-classical = { $made } de { $limit } lances de cada lado neste final (partida de tempo pensado: mais de { $minutes } minutos por jogador, contando { $increments } acréscimos, ou sem relógio)
count-due = A partida está empatada: qualquer jogador ou o árbitro pode declarar o empate.
claim-repetition = A mesma posição apareceu pela terceira vez, cabendo o lance ao mesmo jogador: um jogador pode reivindicar o empate antes que a sua seta caia e, em um tabuleiro de verdade, com a planilha preenchida.

# Onde o regulamento não diz nada
house-rule = O regulamento deste jogo não trata disso: vale uma regra da casa.

# Irregularidades
irregularity-moved-twice = O mesmo jogador fez dois lances seguidos.
irregularity-wrong-move = Uma peça foi movida de um modo que não lhe é permitido.
irregularity-touched-other = Uma peça foi tocada e outra foi movida.
irregularity-took-back = Um lance já jogado foi desfeito.
irregularity-moved-opponents = Uma peça do adversário foi movida.
irregularity-missed-capture = Havia uma captura obrigatória e ela não foi feita.
irregularity-removed-pieces = Peças foram retiradas do tabuleiro sem motivo.
irregularity-wrong-number = Foram capturadas mais ou menos peças do que as regras permitem.
irregularity-stopped-short = A captura parou quando ainda havia peças a capturar.
irregularity-not-removed = A peça capturada ficou no tabuleiro.
irregularity-fewer-removed = Nem todas as peças capturadas foram retiradas do tabuleiro.
irregularity-others-removed = Junto com a captura foram retiradas peças que não tinham sido capturadas.
irregularity-own-removed = Depois da captura foram retiradas também peças de quem capturou.
irregularity-impossible-capture = A captura feita não é possível.
irregularity-precedence = Outra captura tinha prioridade.
irregularity-unmarked-king = Foi movida uma dama que não está coroada.
irregularity-wrong-crown = Foi coroada a pedra errada.
irregularity-crowned-in-passing = Foi coroada uma pedra que, ao capturar, apenas passou por uma casa de coroação, sem parar ali.
irregularity-wrong-side-first = O lance inicial foi feito pelo jogador a quem não cabia.

# O que não se pode saber
untold-nothing-changed = Nada mudou no tabuleiro.
untold-late-crowning = Ninguém jogou; uma dama foi coroada com atraso, o que equivale a tocar nessa peça.
untold-king-marked = Ninguém jogou; uma dama foi coroada com atraso.
untold-mark-lost = Ninguém jogou; uma dama ficou sem a pedra que a coroa.
untold-piece-added = Há uma peça a mais no tabuleiro: não se pode saber o que foi feito.
untold-both-moved = Os dois lados jogaram: é mais de um lance.
untold-too-much-changed = Houve mudanças demais no tabuleiro: não se pode saber o que foi feito.

# Vereditos
verdict-legal = { $move } é um lance legal.
verdict-legal-uncrowned = { $move } é um lance legal; a nova dama ainda não foi coroada.

# Por que um lance não é legal
illegal-off-board = Este tabuleiro não tem a casa { $square }.
illegal-no-piece = Não há peça na casa { $square }.
illegal-not-yours = { $side ->
    [white] A peça da casa { $square } não é das brancas, e é a vez das brancas.
   *[black] A peça da casa { $square } não é das pretas, e é a vez das pretas.
}
illegal-must-capture = A captura é obrigatória, e este lance não captura nada.
illegal-takes-fewer = { $taken ->
    [1] Assim se captura uma só peça, e é obrigatório capturar { $must }.
   *[other] Assim se capturam { $taken } peças, e é obrigatório capturar { $must }.
}
illegal-king-must-take = Uma dama pode capturar tantas peças quanto esta pedra: quem deve capturar é a dama.
illegal-takes-fewer-kings = { $taken ->
    [0] Assim não se captura nenhuma dama, e outra captura com o mesmo número de peças captura { $must }.
    [1] Assim se captura uma só dama, e outra captura com o mesmo número de peças captura { $must }.
   *[other] Assim se capturam { $taken } damas, e outra captura com o mesmo número de peças captura { $must }.
}
illegal-meets-king-later = Outra captura, com igual número de peças e de damas, encontra uma dama antes.
illegal-goes-on = A captura não pode parar na casa { $square }: ainda há peças a capturar.
illegal-men-go-forward = A pedra só anda para a frente.
illegal-men-take-forward = A pedra só captura para a frente, e a casa { $square } está atrás dela.
illegal-man-takes-king = A pedra não captura a dama, e há uma dama na casa { $square }.
illegal-crowned-too-soon = A pedra que chega à última linha na casa { $square } precisa esperar o lance seguinte para capturar como dama.
illegal-not-diagonal = As duas casas não estão na mesma diagonal e nenhuma captura as liga.
illegal-too-far-man = A pedra anda uma casa de cada vez.
illegal-too-far-king = Neste jogo a dama anda uma casa de cada vez.
illegal-lands-too-far = Quem captura a peça da casa { $square } para na casa logo atrás dela.
illegal-occupied = A casa { $square } não está livre.
illegal-over-own = Na casa { $square } há uma peça própria, que não pode ser saltada.
illegal-no-free-square-behind = A peça da casa { $square } não pode ser capturada: a casa atrás dela não está livre.
illegal-over-twice = A peça da casa { $square } só pode ser saltada uma vez.
illegal-nothing-to-take = De { $from } a { $to } não há nada a capturar.
illegal-no-such-route = Nenhuma captura vai de { $from } a { $to } por essas casas.
illegal-ambiguous = Várias capturas ligam essas casas: indique também as casas do caminho.
illegal-unknown-square = Este tabuleiro não tem a casa { $square }.
illegal-empty-column = { $side ->
    [white] As brancas não têm peças na coluna { $column }.
   *[black] As pretas não têm peças na coluna { $column }.
}

# Recusas
refusal-game-over = A partida acabou.
refusal-paused = Os relógios estão parados.
refusal-not-paused = Os relógios não estão parados.
refusal-begun = A partida já começou.
refusal-not-your-turn = { $side ->
    [white] É a vez das brancas.
   *[black] É a vez das pretas.
}
refusal-touched-first = A peça da casa { $square } foi tocada primeiro e deve ser movida.
refusal-only-player = Só um jogador pode fazer isso.
refusal-only-arbiter = Só o árbitro pode fazer isso.
refusal-only-at-table = Isso só pode acontecer em um tabuleiro de verdade.
refusal-only-opponent = Só o adversário de quem errou decide.
refusal-undecided = Primeiro o adversário deve decidir se a irregularidade é corrigida ou mantida.
refusal-nothing-to-correct = Não há irregularidade a manter ou corrigir.
refusal-correction-lapsed = Já não se pode corrigir: o adversário jogou, tocou em uma peça que pode mover ou manteve a irregularidade.
refusal-partial-correction = Uma irregularidade se corrige por inteiro ou não se corrige.
refusal-no-offer = Não há proposta de empate.
refusal-offer-made = Já há uma proposta de empate.
refusal-offer-too-early = Nesta competição o empate pode ser proposto a partir do lance { $from }.
refusal-nothing-to-claim = Nesta posição não há empate a reivindicar.
refusal-flag-up = { $side ->
    [white] A seta das brancas não caiu.
   *[black] A seta das pretas não caiu.
}
refusal-flags-fell-together = As duas setas caíram e não se sabe qual caiu primeiro: o árbitro decide, corrigindo o relógio do jogador cuja seta caiu depois.
refusal-own-flag-down = Quem está com a seta caída já não pode reivindicar o empate.
refusal-no-clock = Esta partida é jogada sem relógio.
refusal-counting = Já há uma contagem em andamento.
refusal-no-count = Não há contagem em andamento.
refusal-needs-kings = { $side ->
    [white] A contagem exige uma dama de cada lado, e as brancas não têm nenhuma.
   *[black] A contagem exige uma dama de cada lado, e as pretas não têm nenhuma.
}
refusal-needs-kings-both = A contagem exige uma dama de cada lado, e nenhum dos dois tem.
refusal-no-kings = Não há dama cujos lances se possam contar.
refusal-count-limit = A contagem deve ser de { $least } a { $most } lances de cada lado.
refusal-count-fixed = A contagem é de { $most } lances de cada lado e aqui não pode ser mudada.
refusal-has-appeared = Quem já jogou compareceu e não pode perder por ausência.
refusal-too-late-to-abort = Só se pode interromper uma partida amistosa, e só antes de os dois lados jogarem.
refusal-no-takebacks = Nesta partida não se desfazem lances.
refusal-nothing-to-take-back = Não há lance a desfazer, ou isso já foi pedido.
refusal-no-takeback-asked = O adversário não pediu para desfazer um lance.
refusal-no-vacation = Esta partida não tem férias.
refusal-on-vacation = Você já está de férias.
refusal-not-on-vacation = Você não está de férias.
refusal-vacation-used-up = Você não tem mais dias de férias nesta partida.
refusal-touch-is-free = Nesta partida a peça tocada não precisa ser movida.
refusal-no-piece = Não há essa peça na casa { $square }.
refusal-not-crowned = Na casa { $square } não há pedra a coroar.
refusal-crowned-already = A peça da casa { $square } já é dama.
refusal-bad-board = Esta não é uma posição possível.
refusal-too-late-to-annul = Já foram jogados { $moves } lances de cada lado: a partida não pode mais ser anulada.
refusal-too-late-to-annul-minutes = Já foram jogados { $moves } lances de cada lado ou passaram { $minutes } minutos: a partida não pode mais ser anulada.
refusal-blame-has-no-effect = Aqui a responsabilidade da direção não muda nada: anule a partida sem indicá-la.
refusal-book-silent = O regulamento deste jogo não prevê isso.
refusal-not-disturbed = Nenhum acidente foi comunicado.
refusal-disturbed-already = Um acidente já foi comunicado, e desde então nada aconteceu no tabuleiro.
refusal-moved-since = Quem jogou depois do acidente já não pode exigir que a posição seja refeita.
refusal-occupied = A casa { $square } não está livre.
refusal-draw-due = Já foram feitos { $limit } lances de cada lado neste final: a partida está empatada. Um jogador ou o árbitro deve declarar o empate; não se joga mais.
refusal-no-draw-due = Nenhuma contagem se completou: o empate vem do acordo ou da contagem, e o árbitro não pode declará-lo sozinho.
refusal-too-far = A peça está longe demais da casa { $square } para cobri-la em parte.
refusal-man-on-crown-row = Uma pedra não pode ser colocada na casa { $square }, que é casa de coroação.
refusal-nothing-placed = Indique a casa de onde a peça sai ou a casa onde ela é colocada.
refusal-piece-in-play = Uma peça que cobre ao menos em parte uma casa livre está em jogo: ela recebe uma casa e não é retirada.
refusal-nothing-set-aside = Nenhuma peça desse tipo foi retirada do tabuleiro, e não há o que recolocar em jogo. Indique a casa de onde ela vem.
refusal-nothing-to-object = O último lance do adversário não é uma captura que se possa contestar assim.
refusal-nothing-to-undo = Não há registro a desfazer.
refusal-write-all-squares = Escreva todas as casas da captura: há mais de um caminho.
refusal-without-reason = Isso não é possível agora.
refusal-too-much-time = Um relógio não pode ter mais de um ano.

# Decisões sobre o que aconteceu
ruling-touch-binds = { $side ->
    [white] As brancas tocaram na peça da casa { $square } e devem movê-la.
   *[black] As pretas tocaram na peça da casa { $square } e devem movê-la.
}
ruling-touch-after-another = { $side ->
    [white] As brancas tocaram na peça da casa { $square } depois de tocar em outra: deve ser movida a primeira.
   *[black] As pretas tocaram na peça da casa { $square } depois de tocar em outra: deve ser movida a primeira.
}
ruling-touch-unplayable = { $side ->
    [white] As brancas tocaram na peça da casa { $square }, que não pode ser movida: é incorreto, mas sem consequência.
   *[black] As pretas tocaram na peça da casa { $square }, que não pode ser movida: é incorreto, mas sem consequência.
}
ruling-touch-out-of-turn = { $side ->
    [white] As brancas tocaram na peça da casa { $square } fora da sua vez: é incorreto, mas sem consequência.
   *[black] As pretas tocaram na peça da casa { $square } fora da sua vez: é incorreto, mas sem consequência.
}
ruling-adjusted = { $side ->
    [white] As brancas avisaram e ajeitaram a peça da casa { $square }.
   *[black] As pretas avisaram e ajeitaram a peça da casa { $square }.
}
ruling-irregular = { $side ->
    [white] Irregularidade das brancas. { $text }
   *[black] Irregularidade das pretas. { $text }
}
ruling-corrected = A irregularidade foi corrigida: volta a posição anterior.
ruling-kept = O adversário mantém a irregularidade.
ruling-lapsed = O adversário prosseguiu o jogo: a irregularidade já não se corrige.
ruling-count-asked = { $by ->
    [white] Os lances são contados, { $limit } de cada lado, a pedido das brancas.
    [black] Os lances são contados, { $limit } de cada lado, a pedido das pretas.
   *[arbiter] Os lances são contados, { $limit } de cada lado, por ordem do árbitro.
}
ruling-count-lowered = O árbitro reduz a contagem a { $limit } lances de cada lado.
ruling-count-cancelled = O árbitro cancela a contagem.
ruling-annulled-board = O tabuleiro estava mal posicionado: a partida é anulada e recomeça.
ruling-annulled-colours = As cores estavam trocadas: a partida é anulada, os jogadores trocam de lado e recomeçam.
ruling-restored = Foi refeita a posição anterior ao acidente.
ruling-settled-inactive = Uma peça inativa voltou ao jogo ou foi retirada.
ruling-inactive-placed = Uma peça inativa voltou ao jogo.
ruling-inactive-removed = Uma peça inativa foi retirada.
ruling-settled-astride = Uma peça que cobre em parte uma só casa livre está em jogo nessa casa.
ruling-settled-two-squares = Foi esclarecida a posição de uma peça que cobria duas casas livres.
ruling-flag-fell = { $side ->
    [white] Caiu a seta das brancas.
   *[black] Caiu a seta das pretas.
}
ruling-adjusted-out-of-turn = { $side ->
    [white] As brancas ajeitaram a peça da casa { $square } fora da sua vez: é incorreto, mas sem consequência.
   *[black] As pretas ajeitaram a peça da casa { $square } fora da sua vez: é incorreto, mas sem consequência.
}
ruling-left-unmarked = { $side ->
    [white] As brancas não coroaram a pedra que chegou à casa { $square }: a anotação não é obrigatória, e ela continua sendo pedra.
   *[black] As pretas não coroaram a pedra que chegou à casa { $square }: a anotação não é obrigatória, e ela continua sendo pedra.
}
ruling-crowned = { $side ->
    [white] As brancas coroam com atraso a peça da casa { $square }: isso equivale a tocar nela.
   *[black] As pretas coroam com atraso a peça da casa { $square }: isso equivale a tocar nela.
}
ruling-crowned-late = { $side ->
    [white] As brancas coroam com atraso a peça da casa { $square }.
   *[black] As pretas coroam com atraso a peça da casa { $square }.
}
ruling-crowned-courtesy = { $side ->
    [white] As brancas coroam, por cortesia, a peça adversária da casa { $square }.
   *[black] As pretas coroam, por cortesia, a peça adversária da casa { $square }.
}
ruling-objected-unclear = { $side ->
    [white] As brancas contestam a captura, que não foi mostrada peça por peça: o adversário a mostra de novo com clareza.
   *[black] As pretas contestam a captura, que não foi mostrada peça por peça: o adversário a mostra de novo com clareza.
}
ruling-objected-order = { $side ->
    [white] As brancas contestam a ordem em que as peças capturadas foram retiradas: o adversário as retira de novo, na ordem da captura ou na inversa.
   *[black] As pretas contestam a ordem em que as peças capturadas foram retiradas: o adversário as retira de novo, na ordem da captura ou na inversa.
}
ruling-placement-proposed = { $side ->
    [white] As brancas propõem colocar a peça na casa { $square }: é preciso o acordo das pretas ou a decisão do árbitro.
   *[black] As pretas propõem colocar a peça na casa { $square }: é preciso o acordo das brancas ou a decisão do árbitro.
}
ruling-removal-proposed = { $side ->
    [white] As brancas propõem retirar a peça: é preciso o acordo das pretas ou a decisão do árbitro.
   *[black] As pretas propõem retirar a peça: é preciso o acordo das brancas ou a decisão do árbitro.
}
ruling-withdrawn = O árbitro desfaz o último registro, que estava errado.
ruling-disturbed = Foi comunicado um acidente que alterou a posição.
ruling-paused = O árbitro para os relógios.
ruling-resumed = O árbitro aciona os relógios de novo.
ruling-clocks-set = O árbitro acerta os relógios: { $white } para as brancas, { $black } para as pretas.
ruling-charge-as-shown = Os relógios ficam como estão.
ruling-charge-nothing = O erro foi da direção: o tempo decorrido não é descontado.
ruling-charge-split = Jogava-se sem relógios: o tempo decorrido, { $whole }, é dividido em partes iguais, { $each } para cada um.

# A linha de comando
verdict-name-legal = legal
verdict-name-irregular = irregular
verdict-name-unknown = não classificável
explain-legal = { $move } é um lance legal
explain-illegal = { $move } não é um lance legal. { $text }
explain-due = lances obrigatórios: { $moves }
replay-game = partida { $number }, { $game }
replay-claim = o empate pode ser reivindicado
replay-open = a partida não termina com estes lances
replay-more = { $count ->
    [1] o registro tem mais um lance
   *[other] o registro tem mais { $count } lances
}
