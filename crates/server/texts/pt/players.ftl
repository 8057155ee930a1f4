# Preferências, partidas ao vivo, desafios, perfis e mensagens. { $name } is filled in by the page.
settings-account = Ficam salvas na sua conta e valem em todos os seus dispositivos.
settings-browser = Ficam salvas neste navegador. Com uma conta, valem em todos os seus dispositivos.
settings-kept = Salvo neste navegador.
settings-kept-account = Salvo na sua conta.
settings-play = Durante a partida
settings-ear = Jogar de ouvido
all-settings = Todas as preferências
scheme = Claro ou escuro
scheme-system = Como no dispositivo
scheme-light = Claro
scheme-dark = Escuro
pieces = Peças
pieces-turned = Madeira torneada
pieces-flat = Lisas
pieces-outlined = Com contorno
notation = Escrita dos lances
notation-numbers = 22-18
notation-algebraic = d6-e5
setting-sound = Sons
setting-sound-about = Ouvem-se os lances, as capturas e o fim da partida.
setting-confirm = Confirmar os lances
setting-confirm-about = O lance só é enviado depois que você aperta Jogar.
setting-hints = Dicas e avisos
setting-hints-about = Contra Damiera nos níveis de 1 a 4: peça uma dica e receba um aviso antes de um lance que perde uma peça.
setting-chat = Mensagens na partida
setting-chat-about = O adversário pode escrever para você durante a partida.
setting-notify = Notificações neste navegador
setting-notify-about = Quando aparece um adversário e quando é a sua vez, enquanto você olha outra página.
setting-push = Mensagens push neste navegador
setting-push-about = Nas partidas por correspondência, mesmo com as páginas fechadas: quando é a sua vez e antes que o tempo acabe.
setting-speak = Falar em voz alta
setting-speak-about = Uma voz do navegador diz os lances, as decisões e o que você pede com as teclas.
setting-keys = Teclas com letras
setting-keys-about = Na partida, B lê o tabuleiro, T os relógios; H lista todas as teclas. Numa simultânea, N e P vão para o tabuleiro seguinte e o anterior.
push-denied = O navegador não permite notificações: permita-as para este site nas configurações dele.
watch = Assistir
watch-title = Partidas ao vivo
watch-none = Ninguém está jogando contra outra pessoa agora. Comece você:
watch-moves = lance { $made }
live-total =
    { $made ->
        [one] { $made } partida em andamento
       *[other] { $made } partidas em andamento
    }
challenge = Desafiar
challenge-to = Jogador a desafiar
challenge-hint = O jogador vê o desafio na hora, em qualquer página.
challenge-sign-in = Para desafiar um jogador pelo nome, entre primeiro.
challenge-from = { $text } desafia você
challenge-declined = Seu desafio foi recusado.
challenge-accepted = Seu desafio foi aceito.
challenge-blocked = Este jogador não aceita partidas com você.
challenge-not-yours = Este desafio é para outro jogador.
challenge-too-many = Este jogador já tem desafios para responder. Tente mais tarde.
no-such-player = Nenhum jogador tem esse nome.
accept = Aceitar
decline = Recusar
to-the-game = Ir para a partida
notices = Desafios
block = Bloquear
unblock = Desbloquear
blocked-is = Bloqueado: este jogador não pode desafiar você nem escrever para você.
block-about = Um jogador bloqueado não pode desafiar você nem escrever para você.
too-many-blocked = Você não pode bloquear mais jogadores. Desbloqueie um primeiro.
player-since = Aqui desde
player-results = Resultados
player-games = Partidas
player-won = ganhou
player-drew = empatou
player-lost = perdeu
player-wins = Vitórias
player-draws = Empates
player-losses = Derrotas
player-no-games = Ainda nenhuma partida contra outros.
player-of = Perfil de { $text }
library-aborted = interrompida
abort = Interromper
chat = Mensagens
chat-write = Escreva para o adversário
chat-send = Enviar
chat-off = Desativar as mensagens
chat-on = Ativar as mensagens
chat-is-off = As mensagens estão desativadas.
chat-empty = Só você e o adversário veem as mensagens, que não ficam guardadas depois da partida.
chat-blindfold = Em uma partida às cegas, as mensagens ficam para o fim.
chat-opponent-off = O adversário desativou as mensagens.
chat-too-fast = Rápido demais. Espere um momento.
chat-muted = No momento você não pode escrever mensagens.
chat-blocked = Este jogador não recebe mensagens suas.
chat-new = Mensagem do adversário: { $text }
profile = Perfil
close = Fechar
game-aborted = Partida interrompida
previous-game = Partida anterior
next-game = Próxima partida
paste-title = Outra partida ou posição
paste-label = PDN ou FEN
paste-hint = Uma posição é aberta aqui. Uma partida também fica guardada entre as suas partidas.
paste-open = Abrir
paste-nothing = Cole uma partida em PDN ou uma posição em FEN.
review-cancel = Cancelar a revisão
try-board = Um tabuleiro para experimentar
try-board-about = Aqui você joga pelos dois lados; ninguém vê.
count-runs = A contagem foi pedida e já está valendo. Os dois jogadores a veem.
hint = Dica
hint-searching = Procurando um bom lance…
hint-move = Um bom lance: { $move }.
warning-costly = { $move } perde uma peça. Jogar mesmo assim?
kings-white =
    { $made ->
        [one] { $made } dama branca
       *[other] { $made } damas brancas
    }
kings-black =
    { $made ->
        [one] { $made } dama preta
       *[other] { $made } damas pretas
    }

rated = Vale rating
rated-about = Conta para o rating dos dois. Exige condições iguais; não se podem desfazer lances.
rated-agreed = Vale rating
rated-account = Uma partida que vale rating exige uma conta: entre, ou peça uma partida amistosa.
rating = Rating
rating-pace = Ritmo
rating-provisional = Provisório: poucas partidas recentes
rating-about = Glicko-2 das partidas com rating jogadas aqui; todos começam com 1500. Não é o rating de uma federação. Com ponto de interrogação ainda é provisório.
player-ratings = Ratings
pace-blitz = Blitz
pace-rapid = Rápido
pace-classical = Tempo pensado
pace-correspondence = Correspondência
rating-range = Rating do adversário
rating-any = Qualquer
rating-within = Até { $made } do meu
rating-from-to = De … a …
rating-from = Rating mínimo
rating-to = Rating máximo
rating-range-agreed = Adversários com rating { $text }
rating-refused = Esta proposta é para jogadores com rating { $text }. Procure outra ou proponha uma partida.
leaderboard = Classificação
leaderboard-about = Jogadores com rating confiável: partidas suficientes, e não muito antigas.
leaderboard-none = Aqui ninguém tem ainda um rating confiável. Jogue partidas com rating para abrir a lista.
leaderboard-rank = Posição
leaderboard-player = Jogador
