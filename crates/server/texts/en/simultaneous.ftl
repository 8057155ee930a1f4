# Simultaneous exhibitions: what scripts say too.
simul-waiting =
    { $made ->
        [one] { $made } of { $limit } waits for you
       *[other] { $made } of { $limit } wait for you
    }
simul-next = Next board: { $made }
simul-none-waits = No other board waits
simul-board-title = Board { $made } · { $text }
simul-yours = your move
simul-thinks = thinking
simul-offers = offers a draw
simul-elsewhere = at another board
simul-just-played = { $side } has just played { $move }
simul-all-over = Every game is over. The result sheet is ready.
simul-won = won { $made }
simul-drawn = drawn { $made }
simul-lost = lost { $made }
simul-void = without result { $made }
simul-playing = in play { $made }
simul-outcome-host = the host won
simul-outcome-player = the player won
simul-outcome-draw = drawn
simul-outcome-none = no result
simul-host-turn = host to move
simul-player-turn = player to move
simul-taken = waits for the start
simul-total = { $made } of at most { $limit } boards
simul-host-total = With { $limit } boards: { $made } on every board
simul-sure-end = End it now? Games that are not over stay without a result here.
simul-sure-cancel = Call the exhibition off?
