# Simultaneous exhibitions: what scripts say too.
simul-waiting =
    { $made ->
        [one] { $made } de { $limit } espera por você
       *[other] { $made } de { $limit } esperam por você
    }
simul-next = Próximo tabuleiro: { $made }
simul-none-waits = Nenhum outro espera
simul-board-title = Tabuleiro { $made } · { $text }
simul-yours = sua vez
simul-thinks = pensando
simul-offers = propõe empate
simul-elsewhere = em outro tabuleiro
simul-just-played = Último lance, { $side }: { $move }
simul-all-over = Todas as partidas terminaram. A folha de resultados está pronta.
simul-won = vitórias { $made }
simul-drawn = empates { $made }
simul-lost = derrotas { $made }
simul-void = sem resultado { $made }
simul-playing = em jogo { $made }
simul-outcome-host = o simultanista venceu
simul-outcome-player = o jogador venceu
simul-outcome-draw = empate
simul-outcome-none = sem resultado
simul-host-turn = vez do simultanista
simul-player-turn = vez do jogador
simul-taken = aguarda o início
simul-total = { $made } tabuleiros de no máximo { $limit }
simul-host-total = Com { $limit } tabuleiros: { $made } em cada tabuleiro
simul-sure-end = Encerrar agora? As partidas não terminadas ficam aqui sem resultado.
simul-sure-cancel = Cancelar a simultânea?
