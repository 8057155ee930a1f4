# Simultaneous exhibitions: pages and errors.
simul = Simultânea
simul-menu = Simultânea
simul-invite-home = Simultânea: um contra muitos
simul-about = Um jogador enfrenta até sessenta adversários ao mesmo tempo (FID-IT 15.1.2). Você define as condições, envia o link e vai de tabuleiro em tabuleiro.
simul-now = Agora
simul-past = Folhas de resultados
simul-new = Nova simultânea
simul-title = Título
simul-send-link = Envie este link a quem quiser jogar:
simul-boards-legend = Tabuleiros
simul-boards =
    { $made ->
        [one] { $made } tabuleiro
       *[other] { $made } tabuleiros
    }
simul-how-many = Quantos
simul-host-colour = Sua cor
simul-colour-alternating = Alternada
simul-add-group = Adicionar tabuleiros de outro jogo ou cor
simul-remove-group = Remover estes tabuleiros
simul-host-clock = Seu relógio
simul-per-board = Um relógio em cada tabuleiro
simul-per-board-about = Corre em cada tabuleiro enquanto ele espera por você.
simul-minutes-board = Minutos por tabuleiro
simul-extra = Segundos extras por tabuleiro em jogo
simul-increment = Segundos somados por volta
simul-player-clock = Relógio dos jogadores
simul-player-own = Tempo para a partida
simul-untimed-note = Sem relógio, a partida de quem foi embora só termina quando você encerra a simultânea.
simul-start = Início
simul-together = Todos juntos
simul-together-about = Você começa quando há jogadores suficientes; depois ninguém entra.
simul-fill = Conforme enchem
simul-fill-about = Depois do seu início, um tabuleiro começa assim que alguém o ocupa.
simul-blindfold-choice = Você joga sem ver os tabuleiros (15.1.5)
simul-create = Anunciar a simultânea
simul-stage-open = inscrições abertas
simul-stage-filling = em jogo, há vagas
simul-stage-playing = em jogo
simul-stage-over = encerrada
simul-stage-cancelled = cancelada
simul-host = Simultanista
simul-host-alternates = o simultanista alterna as cores
simul-host-white = o simultanista joga de brancas
simul-host-black = o simultanista joga de pretas
simul-host-untimed = O simultanista joga sem relógio.
simul-host-time =
    { $made ->
        [one] O simultanista tem um minuto em cada tabuleiro.
       *[other] O simultanista tem { $made } minutos em cada tabuleiro.
    }
simul-host-extra-together =
    { $made ->
        [one] A isso soma-se um segundo por tabuleiro que começa.
       *[other] A isso somam-se { $made } segundos por tabuleiro que começa.
    }
simul-host-extra-all =
    { $made ->
        [one] A isso soma-se um segundo por tabuleiro da simultânea.
       *[other] A isso somam-se { $made } segundos por tabuleiro da simultânea.
    }
simul-host-increment =
    { $made ->
        [one] Cada volta soma um segundo: um bônus por lance no tabuleiro.
       *[other] Cada volta soma { $made } segundos: um bônus por lance no tabuleiro.
    }
simul-player-untimed = Os jogadores não têm relógio.
simul-player-per-move =
    { $made ->
        [one] Cada jogador tem um segundo por lance.
       *[other] Cada jogador tem { $made } segundos por lance.
    }
simul-player-move-minutes =
    { $made ->
        [one] Cada jogador tem um minuto por lance.
       *[other] Cada jogador tem { $made } minutos por lance.
    }
simul-player-minutes =
    { $made ->
        [one] Cada jogador tem um minuto.
       *[other] Cada jogador tem { $made } minutos.
    }
simul-player-increment = Cada jogador tem { $made } min, mais { $limit } s por lance.
simul-start-together = Todas as partidas começam juntas.
simul-start-fill = Depois do início do simultanista, cada tabuleiro começa quando é ocupado.
simul-blindfold = O simultanista joga sem ver os tabuleiros; cada um é visto só pelo seu jogador até o fim da partida.
simul-no-takebacks = Lances não são desfeitos. Quem sai da partida perde por tempo, se houver relógio.
simul-terms = Condições
simul-do-start = Começar
simul-do-start-with =
    { $made ->
        [one] Começar com { $made } tabuleiro
       *[other] Começar com { $made } tabuleiros
    }
simul-do-close = Encerrar as inscrições
simul-do-cancel = Cancelar a simultânea
simul-do-end = Encerrar a simultânea
simul-end-about = A folha de resultados usa as partidas terminadas. As outras ficam como estão.
simul-was-cancelled = O simultanista cancelou esta simultânea.
simul-to-boards = Aos tabuleiros
simul-own-game = Ao meu tabuleiro
simul-pdn = Todas as partidas (PDN)
simul-print = Imprimir
simul-join-title = Ocupe um tabuleiro
simul-choose-board = Tabuleiro
simul-first-free = o primeiro livre
simul-join = Participar nestas condições
simul-your-board = Você tem o tabuleiro { $made }
simul-wait-start = A partida se abre sozinha quando o simultanista começar.
simul-leave = Sair
simul-invite = Convidar jogadores
simul-roster = Tabuleiros
simul-free = livre
simul-remove-player = Remover { $text }
simul-score = Placar
simul-result = Resultado
simul-sheet = Folha de resultados
simul-player = Jogador
simul-host-result = Sim. – jogador
simul-how = Fim
simul-all-boards = Todos os tabuleiros
simul-auto = Ir ao próximo tabuleiro depois do meu lance
simul-keys = N: próximo tabuleiro que espera. P: o anterior. No celular, deslize para os lados ou toque num tabuleiro pequeno.
simul-board-of = { $text } · tabuleiro { $made }
simul-unknown = Essa simultânea não existe.
simul-no-board = Esse tabuleiro não existe ou ninguém o ocupou.
simul-bad-title = O título deve ter de 1 a { $limit } caracteres, todos visíveis.
simul-bad-boards = Uma simultânea tem de 1 a { $limit } tabuleiros.
simul-bad-time = Um tempo está fora dos limites. Simultanista: 1 a 180 minutos, até 600 segundos extras por tabuleiro e 300 por volta. Jogadores: 1 a 180 minutos e até 60 segundos por lance, ou 10 a 3600 segundos por lance.
simul-not-host = Só o simultanista pode fazer isso.
simul-host-joins = O simultanista joga em todos os tabuleiros e não pode ocupar um.
simul-not-yours = Este tabuleiro é de outra pessoa.
simul-has-board = Você já tem o tabuleiro { $made }.
simul-board-taken = Este tabuleiro já está ocupado.
simul-full = Todos os tabuleiros estão ocupados.
simul-closed = Não é mais possível entrar.
simul-begun = A partida já começou: se quiser, abandone-a.
simul-nobody = Ninguém se inscreveu ainda.
simul-other-stage = É tarde demais ou cedo demais para isso.
