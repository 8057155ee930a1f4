# O que há de errado em registros, posições e lances escritos, e as palavras dos comandos que os conferem.

fault-unknown-square = Este tabuleiro não tem a casa { $square }.
fault-square-twice = A casa { $square } aparece duas vezes.
fault-man-on-crown-row = { $side ->
    [white] As brancas têm uma pedra na casa de coroação { $square }: deve ser uma dama.
   *[black] As pretas têm uma pedra na casa de coroação { $square }: deve ser uma dama.
}
fault-too-many-pieces = { $side ->
    [white] As brancas têm { $made } peças, mais que as { $limit } de uma partida.
   *[black] As pretas têm { $made } peças, mais que as { $limit } de uma partida.
}
fault-no-pieces = { $side ->
    [white] As brancas não têm peças.
   *[black] As pretas não têm peças.
}
fault-no-turn = Não está indicado de quem é a vez.

fen-empty = A FEN está vazia.
fen-unread = A FEN não pode ser lida na coluna { $column }: { $text }
fen-turn-expected = deveria começar com quem joga e dois-pontos, W: ou B:.
fen-colour-expected = deveriam seguir W ou B e as peças dessa cor.
fen-colour-twice = as peças desta cor já foram indicadas.
fen-square-expected = aqui deveria haver uma casa, como 12, K12 ou c3.
fen-separator-expected = aqui deveria haver uma vírgula, dois-pontos ou o fim.
fen-number-too-long = nenhum tabuleiro tem uma casa com esse número.
fen-range-backwards = o intervalo termina antes de começar.

pdn-not-utf-8 = O texto não está em UTF-8; foi lido como Latin-1.
pdn-one-game-a-line = As linhas trazem só lances, sem etiquetas: cada linha foi lida como uma partida.
pdn-stray-text = “{ $text }” está fora de um comentário e foi deixado de fora.
pdn-unread-move = “{ $text }” não pode ser lido como lance.
pdn-unknown-move = Um traço está no lugar de um lance desconhecido.
pdn-foreign-tag = A etiqueta { $text } foi lida como { $move }.
pdn-bad-tag = O colchete não abre uma etiqueta, e a linha foi deixada de fora.
pdn-tag-not-closed = A etiqueta não foi fechada na sua linha.
pdn-tag-without-quotes = O valor da etiqueta não tem aspas.
pdn-quote-in-tag = No valor da etiqueta, as aspas devem ser precedidas de uma barra invertida.
pdn-tag-twice = A etiqueta { $text } aparece duas vezes; ficou a primeira.
pdn-comment-not-closed = O comentário não foi fechado; foi terminado onde começa a etiqueta seguinte.
pdn-comment-not-opened = Uma chave fecha um comentário que não foi aberto.
pdn-comment-too-long = O comentário passa de um mebibyte e foi cortado.
pdn-variation-not-closed = Uma variante não foi fechada.
pdn-variation-not-opened = Um parêntese fecha uma variante que não foi aberta.
pdn-variation-before-move = Há uma variante antes do primeiro lance.
pdn-variation-too-deep = As variantes estão aninhadas demais; as mais internas foram deixadas de fora.
pdn-game-too-long = A partida é longa demais; o resto foi deixado de fora.
pdn-too-many-problems = Esta partida tem erros demais para listar todos.
pdn-space-in-move = Há um espaço dentro do lance.
pdn-odd-separator = “{ $text }” une as casas do lance; deveria ser - ou x.
pdn-no-separator = Nada une as casas de { $text }.
pdn-crown-letter = A letra da dama não faz parte do lance e foi deixada de fora.
pdn-number-out-of-order = Está o número de lance { $made } onde deveria estar o { $limit }.
pdn-number-without-dot = O número de lance { $made } não tem ponto.
pdn-unknown-mark = “{ $text }” não é um sinal conhecido; ficou como comentário.
pdn-star-for-forced = O asterisco foi lido como sinal de lance forçado.
pdn-result-in-variation = Há um resultado dentro de uma variante; ficou como comentário.
pdn-no-result = Falta o resultado no fim da partida.
pdn-result-twice = Há um segundo resultado depois do fim da partida.
pdn-results-disagree = A etiqueta Result diz { $text }, mas a partida termina com { $move }.
pdn-odd-result = “{ $text }” não é um resultado usual.
pdn-odd-game-type = Os detalhes do GameType { $text } não são os do padrão; foi usado o tabuleiro habitual.
pdn-bad-game-type = O GameType “{ $text }” não pode ser lido.
pdn-unknown-game = O GameType { $made } não é um jogo conhecido aqui; os lances não foram conferidos.
pdn-game-type-missing = Falta o GameType; a partida foi lida como { $text }.
pdn-game-type-others = Poderia ser também { $text }.
pdn-other-game = O GameType diz { $text }; a partida foi lida como { $move }, como pedido.
pdn-odd-result-form = O resultado { $text } tem a forma de outro jogo; aqui é { $move }.
pdn-bad-fen = A FEN não é uma posição deste jogo. { $text }
pdn-fen-without-turn = A FEN não diz de quem é a vez; o primeiro lance o mostra, se houver.
pdn-bad-setup = Uma posição montada no meio da partida não pode ser usada. { $text }
pdn-bad-time-control = O TimeControl “{ $text }” não tem a forma do padrão.
pdn-cross-on-plain-move = { $move } está escrito como captura, mas não captura nada.
pdn-stroke-on-capture = { $move } é uma captura, mas está escrito com traço.
pdn-ambiguous = { $move } pode indicar { $text }; foi lido como { $taken }.
pdn-illegal = { $move } não é um lance legal. { $text }
pdn-result-against-board = Quem está na vez não tem lance e perdeu ({ $move }), mas o resultado é { $text }.

# As partes do tabuleiro (FID-IT 2.8)
part-line = linha
part-base-black = base das pretas
part-base-white = base das brancas
part-column = coluna
part-edge-right = borda direita
part-edge-left = borda esquerda
part-diagonal = diagonal
part-parallel = paralela
part-corner = canto
part-biscacco-black = biscacco das pretas
part-biscacco-white = biscacco das brancas
part-meta-white = meta das brancas
part-meta-black = meta das pretas

# Jogos
game-english = damas inglesas
game-italian = damas italianas
game-brazilian = damas brasileiras
game-international = damas internacionais

# Lances escritos
attempt-square-expected = O lance não pode ser lido na coluna { $column }: aqui deveria haver uma casa.
attempt-one-square = Um lance precisa da casa de saída e da casa de chegada, por exemplo 22-18 ou 22x15.

# Condições de uma partida
terms-start = A posição inicial não é uma posição deste jogo. { $text }
terms-odds = Não há peça na casa { $square } para dar de vantagem.
terms-move-given = { $move } não é um lance de pedra sem captura que se possa dar de vantagem.
terms-opening = O lance { $made } da abertura não pode ser jogado. { $text }
terms-tries = O número de tentativas ilegais que faz perder uma partida às cegas deve estar entre 1 e { $most }.
terms-no-time = Um relógio não tem tempo.
terms-too-much-time = Um relógio não pode ter mais de um ano.
terms-voting-time = Uma votação dura de um minuto a sete dias.
terms-vacation = As férias são só para partidas por correspondência, e de no máximo 60 dias.
terms-rated = Uma partida válida para o rating exige relógio e condições iguais: sem vantagens, sem jogo às cegas, uma pessoa de cada lado e sem desfazer lances.
terms-count-fixed = A contagem é de { $most } lances de cada lado e neste jogo não pode ser mudada.
terms-count-limit = Em um torneio promocional a contagem pode ser fixada de { $least } a { $most } lances de cada lado.
terms-no-promotional = O regulamento deste jogo não permite que um torneio reduza a contagem: “promotional” não mudaria nada.
terms-no-recording = Neste jogo a pedra que chega à última linha é dama mesmo sem ser coroada: “recording” não mudaria nada.
terms-no-pace = Neste jogo nenhum empate depende do ritmo: “pace” não mudaria nada.
terms-pace-against-clocks = O ritmo já é decidido pelos relógios, e eles dizem outra coisa: é rápido até { $minutes } minutos por jogador, contando { $increments } acréscimos.

# Comandos que conferem registros
check-error = erro
check-warning = aviso
check-game = partida { $number }
check-ply = meio-lance { $number }
check-ply-variation = meio-lance { $number } de uma variante
check-more-warnings = { $count ->
    [1] mais um aviso do tipo { $kind } (--all o mostra)
   *[other] mais { $count } avisos do tipo { $kind } (--all os mostra)
}
check-games = { $count ->
    [1] 1 partida
   *[other] { $count } partidas
}
check-legal = { $count ->
    [1] 1 legal
   *[other] { $count } legais
}
check-errors = { $count ->
    [1] 1 erro
   *[other] { $count } erros
}
check-warnings = { $count ->
    [1] 1 aviso
   *[other] { $count } avisos
}
check-standard-input = entrada padrão
check-unread = { $file } não pode ser lido: { $text }
check-no-games = { $file } não contém nenhuma partida
check-unknown-game = a etiqueta GameType indica um jogo que não se conhece aqui
rulebook-no-article = nenhum regulamento tem um artigo “{ $article }”
rulebook-no-article-of-game = nenhum regulamento das { $game } tem um artigo “{ $article }”
moves-none = nenhum lance legal: quem está na vez perdeu
moves-crowned = dama
moves-route = por { $squares }
moves-takes = captura { $squares }
check-name-a-file = indique um arquivo PDN, ou envie-o à entrada padrão

# Como se chamam os artigos sem número impresso
article-opening = cláusula inicial
article-note = nota adicional
article-board = tabuleiro
article-men = pedras
article-captures = capturas
article-men-capture = capturas das pedras
article-not-allowed = capturas não permitidas
article-promotion = promoção
article-kings = damas
article-multiple = capturas múltiplas
article-choice = escolha da captura
article-choice-part = escolha { $part })
article-winning = vitória
article-draw-part = empate { $part })
article-rule-part = regra { $part }
