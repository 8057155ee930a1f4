# Por que uma rodada é emparceirada assim. Os artigos são os de FIDE C.04.3.
reason-same-score = Têm a mesma pontuação: { $score }.
reason-moved-down = { $who } (pontos: { $from }) não encontrou adversário com a mesma pontuação e enfrenta um com { $to }.
reason-not-met = Ainda não se enfrentaram (C1).
reason-not-met-plain = Ainda não se enfrentaram.
reason-colour-refused-mild = { $who } não recebe a cor devida, mas a preferência era fraca (C12).
reason-colour-refused-strong = { $who } não recebe a cor devida, com preferência forte (C12, C13).
reason-colour-refused-absolute = { $who } não recebe a cor devida, com preferência absoluta: só acontece entre os líderes na última rodada (C10, C11).
reason-down-again = { $who } também desceu de grupo na rodada anterior (C14, C18).
reason-down-again-two = { $who } também desceu de grupo há duas rodadas (C16, C20).
reason-up-again = { $who } também enfrentou pontuação mais alta na rodada anterior (C15, C19).
reason-up-again-two = { $who } também enfrentou pontuação mais alta há duas rodadas (C17, C21).
reason-first-in-order = Entre todos os emparceiramentos que cumprem igualmente bem os critérios, este é o primeiro na ordem do artigo 4.
reason-bye = A folga cabe à pontuação mais baixa que pode ficar de fora (aqui: { $score }; C5), e a ninguém duas vezes (C2). Rodadas sem partida até agora: { $unplayed } (C9).
reason-berger = Rodada { $round } da tabela de Berger.
reason-rotation = Encontrados lendo a lista como um círculo a partir do último jogador emparceirado, nunca para trás.
reason-identifier = O emparceiramento do grupo com o menor identificador (C.04.5, 3.6).
reason-draw = Vizinhos na chave.
reason-called = { $who } é chamado: o primeiro com mais pontos ainda livre, seguindo pelo círculo.
reason-bye-rotation = Folga o último do círculo entre os que têm menos pontos (aqui: { $score }) e ainda não folgaram.
reason-bye-double = A folga cabe à pontuação mais baixa que pode ficar de fora (aqui: { $score }), depois a quem jogou mais confrontos, depois ao maior número; a ninguém duas vezes (C.04.5, 3.4).

# Jogadores ou equipes, conforme quem é emparceirado
who-player = O jogador { $number }
who-team = A equipe { $number }
white-player = O jogador { $number } tem as brancas
white-team = A equipe { $number } tem as brancas no primeiro tabuleiro
members-players = jogadores
members-teams = equipes

# Cores
colour-fixed = { $white }: o organizador fixou uma cor.
colour-both-granted = { $white }: a cor devida é respeitada dos dois lados ({ $article }).
colour-stronger = { $white }: concede-se a preferência mais forte ({ $article }).
colour-wider = { $white }: concede-se a maior diferença de cor ({ $article }).
colour-alternated = { $white }: as cores se alternam a partir da última rodada em que foram diferentes ({ $article }).
colour-higher-ranked = { $white }: concede-se a preferência de quem está mais bem colocado ({ $article }).
colour-initial = { $white }: pela cor sorteada antes da rodada 1 e pelo número de emparceiramento ({ $article }).
first-game-initial = { $white } na primeira partida: nenhum dos dois jogou ainda, decidem a cor sorteada antes da rodada 1 e o número de emparceiramento.
first-game-fewer-whites = { $white } na primeira partida, por ter tido menos vezes as brancas nas primeiras partidas.
first-game-alternated = { $white } na primeira partida: as cores se alternam a partir do último confronto em que foram diferentes, ou do mais recente.

# O que o grupo não podia evitar
criterion-floaters = { $criterion }: { $members } do grupo que ficaram sem adversário nele: { $times }.
criterion-colour-difference = { $criterion }: { $members } do grupo com diferença de cor maior que dois: { $times }.
criterion-third-colour = { $criterion }: { $members } do grupo com a mesma cor três vezes seguidas: { $times }.
criterion-colour = { $criterion }: { $members } do grupo sem a cor devida: { $times }.
criterion-strong-colour = { $criterion }: { $members } do grupo sem a cor devida com preferência forte: { $times }.
criterion-down-again = { $criterion }: { $members } do grupo que descem mais uma vez: { $times }.
criterion-up-again = { $criterion }: { $members } do grupo que enfrentam mais uma vez pontuação mais alta: { $times }.
criterion-score-difference = { $criterion }: deslocamentos repetidos com diferença de pontos no grupo: { $times }.

# Por que uma rodada não pode ser emparceirada
no-pairing-impossible = A rodada { $round } não pode ser emparceirada sem violar uma regra absoluta: o árbitro decide.
no-pairing-all-paired = Todas as rodadas já foram emparceiradas: { $round } de { $round }.
no-pairing-too-few = Participam menos de dois jogadores.
no-pairing-too-few-teams = Participam menos de duas equipes com jogadores: inscreva primeiro as equipes.
no-pairing-too-many-scores = A rodada { $round } tem em um grupo mais pontuações diferentes do que se pode emparceirar.
no-pairing-result-missing = Falta o resultado do jogador { $number } na rodada { $round }.
no-pairing-undecided = O confronto do jogador { $number } na rodada { $round } não tem vencedor.
no-pairing-stopped = O emparceiramento foi interrompido.

# Recusas
refusal-officials-only = Só um organizador ou árbitro pode fazer isso.
refusal-out-of-date = Outra pessoa fez registros depois da sua última leitura. Veja de novo e repita o seu.
refusal-other-round = Era para a rodada { $meant }, mas agora é a rodada { $now }. Nada foi registrado: confira de novo o tabuleiro.
refusal-entered-twice = Já existe um jogador inscrito com esse nome, com o número { $number }.
refusal-bad-name = Um nome tem de 1 a 33 caracteres, todos visíveis.
refusal-full = Não há mais números de emparceiramento.
refusal-unknown-player = Não existe o jogador { $number }.
refusal-has-withdrawn = O jogador { $number } se retirou.
refusal-not-withdrawn = O jogador { $number } não se retirou.
refusal-round-paired = A rodada { $number } já foi emparceirada.
refusal-round-not-paired = A rodada { $number } ainda não foi emparceirada.
refusal-not-a-bye = Só se pode conceder folga de meio ponto, de zero ponto ou de ponto inteiro.
refusal-no-round = Nenhuma rodada foi emparceirada ainda.
refusal-wrong-stage = Agora não é possível: a rodada está { $stage }.
refusal-not-everybody-once = Quem joga deve ser emparceirado exatamente uma vez; veja o número { $number }.
refusal-too-many-byes = Só um pode ficar sem adversário.
refusal-not-in-system = Este sistema decide sozinho adversários e cores; nada pode ser fixado.
refusal-nobody-to-keep-apart = Indique pelo menos dois jogadores a manter separados, em uma rodada ainda não emparceirada.
refusal-too-many-groups = No máximo { $number } grupos podem ser mantidos separados.
refusal-not-kept-apart = Estes jogadores não estão sendo mantidos separados.
refusal-bad-group = Cada grupo da primeira rodada precisa de pelo menos um jogador presente.
refusal-bad-adjustment = Indique os pontos com um número como 0.5, ou -1 para uma punição, diferente de zero e no máximo { $most }.
refusal-round-not-published = A rodada { $number } ainda não foi publicada.
refusal-reason-missing = Informe um motivo.
refusal-reason-too-long = Um motivo tem no máximo { $number } caracteres, todos escrevíveis.
refusal-bad-federation = Uma federação ou clube tem no máximo { $number } caracteres, todos escrevíveis.
refusal-no-such-round = Não há rodada { $number }: o torneio tem { $rounds }.
refusal-unknown-board = Não existe o tabuleiro { $number } nesta rodada.
refusal-no-game = O tabuleiro { $number } não tem partida neste servidor.
refusal-not-at-board = Você não joga no tabuleiro { $number } nesta rodada.
refusal-other-board = Você não joga no tabuleiro { $number }, e sim no { $own }.
refusal-already-entered = O tabuleiro { $number } já tem resultado: { $result }. O árbitro pode corrigi-lo.
refusal-nothing-to-correct = O tabuleiro { $number } ainda não tem resultado.
refusal-no-free-place = O todos contra todos começou: a tabela não tem lugar livre. Quem chega tarde só pode ocupar o lugar da folga, com número ímpar de jogadores.
refusal-not-in-scoring = A pontuação deste torneio não prevê esse resultado.
refusal-same-result = O tabuleiro { $number } já tem esse resultado.
refusal-results-missing = Faltam resultados nos tabuleiros: { $boards }.
refusal-has-results = Já há resultados registrados: a rodada não pode ser anulada.
refusal-too-late = A rodada { $number } não pode mais ser alterada: a seguinte já foi emparceirada.

# Fases
stage-draft = em rascunho
stage-checked = conferida, mas não publicada
stage-published = publicada, mas não iniciada
stage-playing = em andamento
stage-closed = encerrada

# Títulos
heading-round = Rodada { $round }
heading-bye = folga

# Listas e números
refusal-empty-list = A lista está vazia.
refusal-bad-rating = O rating não é um número.
refusal-in-line = Linha { $line }: { $why }

# O registro
log-entered = Inscrição: { $player }, número { $number }.
log-entrant-corrected = Dados corrigidos: { $player }, número { $number }.
log-renumbered = Números de emparceiramento atribuídos.
log-details-noted = Dados dos jogadores trazidos de um arquivo TRF.
log-records-kept = Linhas de um arquivo TRF conservadas como estavam.
log-ranked = Ordem dos jogadores para o emparceiramento trazida de um arquivo TRF.
log-adjusted = { $player }, rodada { $round }: { $points } pontos. { $reason }
log-not-rated = Tabuleiro { $board }: a partida não conta para o rating.
log-withdrawn = { $player } retira-se a partir da rodada { $round }.
log-readmitted = { $player } volta a partir da rodada { $round }.
log-bye-full = Folga de um ponto inteiro para { $player } na rodada { $round }.
log-bye-half = Folga de meio ponto para { $player } na rodada { $round }.
log-bye-zero = Ausência de { $player } na rodada { $round }.
log-kept-apart = Mantidos separados da rodada { $from } à { $to }: { $players }.
log-allowed-to-meet = Podem se enfrentar de novo: { $players }.
log-colour-white = { $player } joga sempre com as brancas.
log-colour-black = { $player } joga sempre com as pretas.
log-colour-free = A cor de { $player } está livre de novo.
log-accelerated = Os jogadores { $first } a { $last } têm { $points } pontos virtuais da rodada { $from } à { $to }, só para o emparceiramento.
log-steered = Sorteada a rodada 1: números 1 a { $number } contra os demais, em rascunho.
log-drafted = Rodada { $round } emparceirada, em rascunho.
log-edited = Emparceiramento alterado à mão: { $reason }
log-checked = Emparceiramento conferido.
log-published = Rodada publicada.
log-started = Rodada iniciada.
log-claimed = Tabuleiro { $board }: { $result }, à espera da confirmação do adversário.
log-disputed = Tabuleiro { $board }: os dois jogadores informaram resultados diferentes. O árbitro decide.
log-result = Tabuleiro { $board }: { $result }.
log-corrected = Rodada { $round }, tabuleiro { $board }: resultado corrigido de { $from } para { $to }. { $reason }
log-closed = Rodada encerrada.
log-game-opened = Tabuleiro { $board }: partida aberta.
log-ruled = Tabuleiro { $board }, árbitro: { $ruling }
ruling-stop-clocks = Relógios parados.
ruling-restart-clocks = Relógios acionados de novo.
ruling-set-clocks = Relógios acertados: brancas { $white }, pretas { $black }.
ruling-start-count = Começa a contagem dos lances de dama.
ruling-cancel-count = Contagem dos lances de dama cancelada.
ruling-declare-draw = Empate declarado.
ruling-loss-white = As brancas perdem a partida por recusarem cumprir as regras.
ruling-loss-black = As pretas perdem a partida por recusarem cumprir as regras.
log-taken-back = Rodada anulada: { $reason }
log-reopened = Rodada reaberta: { $reason }

# O que um emparceiramento feito à mão viola
broken-rematch = { $players }: já se enfrentaram, ou não devem enfrentar-se ({ $criterion }).
broken-second-bye = { $players }: folga pela segunda vez ({ $criterion }).
broken-colours = { $players }: as cores ficariam fora dos limites ({ $criterion }).
broken-bye-score = Folga quem tem mais pontos do que o necessário ({ $criterion }).
broken-scores = Enfrentam-se pontuações mais distantes do que o necessário ({ $criterion }).
broken-colour-preferences = A cor devida é respeitada menos vezes do que o possível ({ $criterion }).

# Arquivos de relatório (TRF)
trf-line = linha { $line }: { $problem }
trf-unknown-record = o registro “{ $text }” não é conhecido; fica como está
trf-bad-field = “{ $text }” não é válido como { $field }
trf-missing-field = falta: { $field }
trf-repeated-number = o número de emparceiramento { $number } aparece duas vezes
trf-unknown-player = não há jogador { $number }
trf-own-opponent = o jogador { $number } está emparceirado consigo mesmo
trf-contradiction = a rodada { $round } do jogador { $number } contradiz a do jogador { $opponent }
trf-points-differ = o jogador { $number } tem { $listed } pontos, mas os resultados valem { $computed }
trf-unknown-system = o sistema de emparceiramento “{ $text }” não é conhecido
trf-uneven-results = rodada { $round }: os jogadores { $number } e { $opponent } têm juntos menos do que vale uma partida; lido como penalidade
trf-repeated-name = o jogador { $number } tem o mesmo nome do jogador { $opponent }
trf-record-changed = o registro { $text } contradiz um anterior; vale o último
trf-players-differ = o arquivo declara { $listed } jogadores (registro 062) e tem { $found }
trf-unknown-word = “{ $text }” não é conhecido no registro { $record }; não tem efeito
trf-without-effect = o registro { $record } fica como está; aqui não tem efeito sobre emparceiramentos e pontos
trf-not-carried = o registro { $record } não passa para o evento
trf-one-sided-forfeit = rodada { $round }: a ausência entre os jogadores { $number } e { $opponent } está só numa linha
trf-not-utf8 = o arquivo não está em UTF-8; foi lido como Latin-1
trf-too-long = o arquivo é mais longo que qualquer torneio
trf-no-players = o arquivo não tem jogadores (registro 001)
trf-field-pairing-number = número de emparceiramento
trf-field-rating = rating
trf-field-points = número de pontos
trf-field-rank = colocação
trf-field-round-result = resultado de uma rodada
trf-field-opponent = adversário
trf-field-rounds = número de rodadas
trf-field-result-letter = letra de um resultado
trf-field-round = número de rodada
trf-field-initial-colour = cor inicial (W ou B)
trf-field-bye-kind = tipo de folga (H, F ou Z)
trf-field-board-colours = cores dos tabuleiros de uma equipe (W e B)

# As condições de um torneio
terms-version = A versão { $text } das condições não é conhecida.
terms-name = Um nome está vazio, é longo demais ou tem caracteres que não se veem.
terms-rounds = Um torneio tem de 1 a 99 rodadas.
terms-scoring = A vitória deve valer mais que o empate, e o empate não menos que a derrota.
terms-variant = Não há um jogo “{ $text }”; escolha um destes: { $known }.
terms-system = Não há um sistema de emparceiramento “{ $text }”; escolha um destes: { $known }.
terms-tie-break = Não há um critério de desempate “{ $text }”.
terms-tie-break-twice = O critério de desempate “{ $text }” é indicado duas vezes.
terms-too-many-tie-breaks = Podem ser escolhidos no máximo { $text } critérios de desempate.
terms-acceleration = Só o sistema suíço (dutch) pode ser acelerado.
terms-colour = Não há uma cor “{ $text }”: escolha white ou black.
terms-points = “{ $text }” não é um número de pontos.
terms-scope = As aberturas são sorteadas por rodada (“round”) ou por confronto (“pairing”), não por “{ $text }”.
terms-games = Um confronto tem uma partida, ou duas com cores trocadas.
terms-double-needs-two-games = O suíço duplo emparceira confrontos de duas partidas com cores trocadas: escolha duas partidas, ou o sistema suíço (dutch).
terms-cycles = Um todos contra todos tem de 1 a 4 turnos, e o número de rodadas segue dos inscritos.
terms-edges = Um empate com vantagem vale mais para um lado do que para o outro, entre vitória e derrota; há no máximo dois graus, e nenhum em micro-matches.
terms-last-rounds = Só o todos contra todos troca as duas últimas rodadas do primeiro turno.
terms-barred-opening = As aberturas excluídas são numeradas de 1 até a última abertura da tabela.
terms-online-time = Indique de 1 a 180 minutos, até 60 segundos por lance e de 1 a 3600 segundos para o primeiro lance.

# Arenas
refusal-no-rounds = Uma arena não tem rodadas: quem está livre é emparceirado enquanto ela dura.
refusal-not-an-arena = Só é possível numa arena que já começou.
terms-arena = Uma arena é jogada online, dura de 10 a 240 minutos e tem uma só rodada, de partidas simples.
log-arena-opened = A arena começou.
log-arena-paired = Emparceirados: { $players }.
log-paused = { $player } está em pausa.
log-resumed = { $player } volta a jogar.

# Datas combinadas pelos jogadores
refusal-players-only = Só os dois jogadores combinam quando jogam.
refusal-no-appointments = Neste torneio os jogadores não combinam as datas das partidas.
refusal-has-begun = A partida do tabuleiro { $number } já começou.
refusal-window-closed = O prazo para jogar esta partida terminou em { $date }: decide o organizador.
refusal-outside-window = Escolha uma data futura, até { $date }.
refusal-date-is-fixed = Falta menos de uma hora para a data combinada, que já não pode ser mudada. Os dois ainda podem decidir jogar agora.
refusal-not-proposed = Seu adversário não propõe esta data, ou a mudou.
refusal-not-later = Escolha uma data futura e posterior a { $date }.
refusal-too-many-at-once = Todas as rodadas ao mesmo tempo são possíveis com até { $number } jogadores.
terms-window = Uma rodada com datas combinadas dura de 1 a 120 dias, em um torneio por rodadas com partidas jogadas de uma vez.
terms-at-once = Todas as rodadas ao mesmo tempo só são possíveis em todos contra todos, por correspondência ou em datas combinadas: 1 ou 2 turnos, como uma só rodada.
terms-correspondence = Por correspondência, escolha de 1 a 180 dias e até 60 dias de férias, sem minutos, segundos nem tempo para o primeiro lance.
log-all-drafted = Emparceiradas todas as { $rounds } rodadas, para jogar ao mesmo tempo, em rascunho.
log-date-proposed = Tabuleiro { $board }: { $player } propõe { $date }.
log-date-agreed = Tabuleiro { $board }: a partida será jogada em { $date }.
log-ready-to-play = Tabuleiro { $board }: { $player } pode jogar agora.
log-left-unplayed = Tabuleiro { $board }: não jogada no prazo. Decide o organizador.
log-window-extended = Tabuleiro { $board }: prazo prorrogado até { $date }. { $reason }
log-unplayed-decided = Tabuleiro { $board }, não jogada: { $result }. { $reason }

# Equipes
refusal-bad-team = Uma equipe tem um nome de 1 a 32 caracteres, e jogadores, cada um uma só vez.
refusal-in-other-team = O jogador { $number } está na equipe “{ $team }”.
refusal-unknown-team = Não há uma equipe “{ $team }”.
terms-team-boards = Um encontro de equipes tem de 2 a 20 tabuleiros, em um suíço ou em todos contra todos com partidas simples.
log-team-entered = Equipe “{ $team }”: { $players }.
log-team-removed = Equipe “{ $team }” retirada.
