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
end-refuses-rules = { $loser ->
    [white] As brancas se recusam a cumprir as regras: vitória das pretas.
   *[black] As pretas se recusam a cumprir as regras: vitória das brancas.
}
end-agreement = Os jogadores concordam com o empate.
end-by-arbiter = Nenhum dos lados pode vencer: o árbitro declara o empate.
end-king-moves = { $limit } lances de dama de cada lado sem mover pedra nem capturar: a partida está empatada.
end-listed-ending = { $limit } lances de cada lado em um final considerado empate: a partida está empatada.
end-repetition = A mesma posição apareceu pela terceira vez com o mesmo jogador a jogar: a partida está empatada.
end-destroyed = A posição se perdeu por acidente e não pode ser refeita: a partida será jogada de novo.

# Contagens
count-king-moves = { $made } de { $limit } lances de dama de cada lado
count-king-moves-asked = { $by ->
    [white] { $made } de { $limit } lances de dama de cada lado, contagem pedida pelas brancas no lance { $at }
    [black] { $made } de { $limit } lances de dama de cada lado, contagem pedida pelas pretas no lance { $at }
   *[arbiter] { $made } de { $limit } lances de dama de cada lado, contagem ordenada pelo árbitro no lance { $at }
}
count-listed-ending = { $made } de { $limit } lances de cada lado neste final

# Irregularidades
irregularity-moved-twice = O mesmo lado jogou duas vezes seguidas.
irregularity-wrong-move = Uma peça foi movida de um modo que não lhe é permitido.
irregularity-touched-other = Uma peça foi tocada e outra foi movida.
irregularity-took-back = Um lance já jogado foi retirado.
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

# O que não se pode saber
untold-nothing-changed = Nada mudou no tabuleiro.
untold-late-crowning = Ninguém jogou; uma dama foi coroada com atraso, o que equivale a tocar nessa peça.
untold-mark-lost = Ninguém jogou; uma dama perdeu a coroação.
untold-piece-added = Há no tabuleiro uma peça que veio do nada: não se pode saber o que foi feito.
untold-both-moved = Os dois lados jogaram: é mais de um lance.
untold-too-much-changed = Mudou coisa demais no tabuleiro: não se pode saber o que foi feito.

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
    [one] Assim se captura uma só peça, e é obrigatório capturar { $must }.
   *[other] Assim se capturam { $taken } peças, e é obrigatório capturar { $must }.
}
illegal-king-must-take = Uma dama pode capturar tantas peças quanto esta pedra: quem deve capturar é a dama.
illegal-takes-fewer-kings = { $taken ->
    [0] Assim não se captura nenhuma dama, e outra captura com o mesmo número de peças leva { $must }.
    [one] Assim se captura uma só dama, e outra captura com o mesmo número de peças leva { $must }.
   *[other] Assim se capturam { $taken } damas, e outra captura com o mesmo número de peças leva { $must }.
}
illegal-meets-king-later = Outra captura, com as mesmas peças e damas em número, encontra uma dama antes.
illegal-goes-on = A captura não pode parar na casa { $square }: ainda há peças a capturar.
illegal-men-go-forward = A pedra só anda para a frente.
illegal-men-take-forward = A pedra só captura para a frente, e a casa { $square } está atrás dela.
illegal-man-takes-king = A pedra não captura a dama, e há uma dama na casa { $square }.
illegal-crowned-too-soon = A pedra que chega à última linha na casa { $square } não captura como dama no mesmo lance.
illegal-not-diagonal = As duas casas não estão na mesma diagonal e nenhuma captura as liga.
illegal-too-far-man = A pedra só vai até a casa vizinha.
illegal-too-far-king = Neste jogo a dama só vai até a casa vizinha.
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
refusal-only-player = Só um jogador pode pedir isso.
refusal-only-arbiter = Só o árbitro pode pedir isso.
refusal-only-at-table = Isso só pode acontecer em um tabuleiro de verdade.
refusal-only-opponent = Só o adversário de quem errou decide.
refusal-undecided = Primeiro o adversário deve decidir se o que foi feito fica valendo.
refusal-nothing-to-correct = Não há irregularidade a manter ou corrigir.
refusal-correction-lapsed = É tarde para corrigir: o adversário jogou, tocou uma peça que pode mover ou aceitou.
refusal-partial-correction = Uma irregularidade se corrige por inteiro ou não se corrige.
refusal-no-offer = Não há proposta de empate.
refusal-offer-made = Já há uma proposta de empate.
refusal-offer-too-early = Nesta competição o empate pode ser proposto a partir do lance { $from }.
refusal-nothing-to-claim = Nesta posição não há empate a reclamar.
refusal-flag-up = { $side ->
    [white] A seta das brancas não caiu.
   *[black] A seta das pretas não caiu.
}
refusal-own-flag-down = Sua seta caiu: já não se pode reclamar o empate.
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
refusal-no-takebacks = Nesta partida os lances não são retirados.
refusal-nothing-to-take-back = Não há lance a retirar, ou isso já foi pedido.
refusal-no-takeback-asked = O adversário não pediu para retirar um lance.
refusal-touch-is-free = Nesta partida a peça tocada não precisa ser movida.
refusal-no-piece = Não há essa peça na casa { $square }.
refusal-not-crowned = Não há uma dama sua na casa { $square }.
refusal-bad-board = Este tabuleiro não é possível: confira as casas.
refusal-too-late-to-annul = Já foram jogados { $moves } lances de cada lado: a partida não pode mais ser anulada.
refusal-too-late-to-annul-minutes = Já foram jogados { $moves } lances de cada lado ou passaram { $minutes } minutos: a partida não pode mais ser anulada.
refusal-book-silent = As regras deste jogo não preveem isso.
refusal-not-disturbed = Nenhum acidente foi comunicado.
refusal-moved-since = Você jogou depois do acidente e já não pode exigir que a posição seja refeita.
refusal-occupied = A casa { $square } não está livre.

# Decisões sobre o que aconteceu
ruling-touch-binds = { $side ->
    [white] As brancas tocaram a peça da casa { $square } e devem movê-la.
   *[black] As pretas tocaram a peça da casa { $square } e devem movê-la.
}
ruling-touch-after-another = { $side ->
    [white] As brancas tocaram a casa { $square } depois de outra peça: deve ser movida a primeira.
   *[black] As pretas tocaram a casa { $square } depois de outra peça: deve ser movida a primeira.
}
ruling-touch-unplayable = { $side ->
    [white] As brancas tocaram na casa { $square } uma peça que não pode ser movida: é incorreto, mas sem consequência.
   *[black] As pretas tocaram na casa { $square } uma peça que não pode ser movida: é incorreto, mas sem consequência.
}
ruling-touch-out-of-turn = { $side ->
    [white] As brancas tocaram a peça da casa { $square } fora da sua vez: é incorreto, mas sem consequência.
   *[black] As pretas tocaram a peça da casa { $square } fora da sua vez: é incorreto, mas sem consequência.
}
ruling-adjusted = { $side ->
    [white] As brancas avisaram e ajeitaram a peça da casa { $square }.
   *[black] As pretas avisaram e ajeitaram a peça da casa { $square }.
}
ruling-corrected = A irregularidade foi corrigida: volta a posição anterior.
ruling-kept = O adversário mantém a irregularidade.
ruling-lapsed = O adversário seguiu jogando: a irregularidade fica valendo.
ruling-count-asked = { $by ->
    [white] Os lances são contados, { $limit } de cada lado, a pedido das brancas.
    [black] Os lances são contados, { $limit } de cada lado, a pedido das pretas.
   *[arbiter] Os lances são contados, { $limit } de cada lado, por ordem do árbitro.
}
ruling-count-lowered = O árbitro reduz a contagem a { $limit } lances de cada lado.
ruling-count-cancelled = O árbitro cancela a contagem.
ruling-annulled-board = O tabuleiro estava virado: a partida é anulada e recomeça.
ruling-annulled-colours = As cores estavam trocadas: a partida é anulada, os jogadores trocam de lado e recomeçam.
ruling-restored = Foi refeita a posição anterior ao acidente.
ruling-settled-inactive = Uma peça inativa volta ao jogo ou é retirada.
ruling-settled-astride = Uma peça apoiada em uma só casa livre vale nessa casa.
ruling-settled-two-squares = Uma peça sobre duas casas é posta no seu lugar.
ruling-flag-fell = { $side ->
    [white] Caiu a seta das brancas.
   *[black] Caiu a seta das pretas.
}
