correspondence = Correspondência
corr-waiting = Sua vez
corr-waiting-none = Nenhuma partida espera por você.
corr-others = À espera do adversário
corr-none = Você não tem partidas por correspondência. Nelas cada jogador tem dias para cada lance: em “Jogar online”, escolha um relógio em dias.
corr-your-turn = Partidas por correspondência em que é a sua vez: { $made }
corr-all = Todas as partidas por correspondência
corr-last = último lance { $move }
corr-you-away = você está de férias
corr-opponent-away = o adversário está de férias
time-days = { $made } d { $limit } h
time-whole-days =
    { $made ->
        [one] { $made } dia
       *[other] { $made } dias
    }
time-hours = { $made } h { $limit } min
corr-other-days = Outros dias…
corr-days-kind = Os dias valem
corr-kind-each = para cada lance
corr-kind-total = para a partida toda
corr-days = Dias
corr-days-total =
    { $made ->
        [one] { $made } dia ao todo
       *[other] { $made } dias ao todo
    }
corr-vacation-days = Dias de férias
corr-vacation-about = Nas férias o relógio do jogador fica parado. Cada um decide quando usar esses dias.
corr-vacation-agreed =
    { $made ->
        [one] Cada jogador pode usar um dia de férias: enquanto isso o relógio fica parado.
       *[other] Cada jogador pode usar { $made } dias de férias: enquanto isso o relógio fica parado.
    }
corr-on-vacation = de férias
corr-vacation-left = Férias restantes: { $text }
corr-start-vacation = Entrar de férias
corr-end-vacation = Voltei
conditional = Lances condicionais
conditional-about = Se o adversário jogar isto, respondo aquilo: jogue primeiro o lance dele e depois a sua resposta. A resposta é jogada na hora e não gasta tempo. Só você vê estes lances.
conditional-their-move = Jogue um lance pelo adversário
conditional-your-reply = Agora jogue a sua resposta a { $move }
conditional-none = Ainda não há nada preparado.
conditional-not-now = É a sua vez. Lances condicionais se preparam quando é a vez do adversário.
conditional-kept = Guardado
conditional-if = se { $move }, então { $text }
conditional-from-here = Continuar daqui
conditional-remove = Remover
conditional-remove-all = Remover tudo
conditional-start-over = Voltar à posição da partida
conditional-prepare = Preparar respostas
conditional-back = Voltar à partida
card-title = A partida como texto
card-copy = Copiar
card-print = Imprimir
card-copied = Copiado.
card-open = Como texto, para uma carta
turn-mail = E-mail quando for a minha vez
turn-mail-about = Em partidas por correspondência: uma mensagem quando o adversário jogou e outra antes que o seu tempo acabe.
turn-mail-on = Você receberá uma mensagem quando for a sua vez.
turn-mail-stopped = Você não receberá mais mensagens sobre a sua vez.
turn-mail-stop-title = Mensagens sobre a sua vez
turn-mail-stop-now = Não enviar mais
