# Simultaneous exhibitions: what scripts say too.
simul-waiting =
    { $made ->
        [one] { $made } su { $limit } ti aspetta
       *[other] { $made } su { $limit } ti aspettano
    }
simul-next = Prossima damiera: { $made }
simul-none-waits = Nessun'altra ti aspetta
simul-board-title = Damiera { $made } · { $text }
simul-yours = tocca a te
simul-thinks = pensa
simul-offers = propone la parità
simul-elsewhere = a un'altra damiera
simul-just-played = Ultima mossa, { $side }: { $move }
simul-all-over = Tutte le partite sono finite. Il foglio dei risultati è pronto.
simul-won = vinte { $made }
simul-drawn = pari { $made }
simul-lost = perse { $made }
simul-void = senza risultato { $made }
simul-playing = in gioco { $made }
simul-outcome-host = ha vinto il simultaneista
simul-outcome-player = ha vinto il giocatore
simul-outcome-draw = pari
simul-outcome-none = senza risultato
simul-host-turn = tocca al simultaneista
simul-player-turn = tocca al giocatore
simul-taken = aspetta l'inizio
simul-total = { $made } damiere su { $limit } al massimo
simul-host-total = Con { $limit } damiere: { $made } su ogni damiera
simul-sure-end = Chiudere ora? Le partite non finite restano qui senza risultato.
simul-sure-cancel = Annullare la simultanea?
