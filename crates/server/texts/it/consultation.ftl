consult = Consultazione
consult-about = Più persone giocano dalla stessa parte e decidono insieme. A partita iniziata il giocatore invita gli altri con un link.
consult-who = Più persone giocano per
consult-neither = nessuna parte
consult-mine = la mia parte
consult-theirs = la parte avversaria
consult-each = entrambe le parti
consult-decide = Decidono
consult-by-captain = con un capitano
consult-by-majority = a maggioranza
consult-minutes = Minuti per votare
consult-you = Dalla tua parte giocano più persone.
consult-opponent = Dalla parte avversaria giocano più persone.
consult-both = Da ogni parte giocano più persone.
consult-rule-captain = Gli altri propongono le mosse e il capitano gioca.
consult-rule-majority = Si gioca la mossa con più voti; a parità, quella proposta prima.
consult-rule-majority-time =
    { $made ->
        [one] Dopo un minuto si gioca la mossa con più voti; a parità, quella proposta prima. Senza voti l'orologio continua.
       *[other] Dopo { $made } minuti si gioca la mossa con più voti; a parità, quella proposta prima. Senza voti l'orologio continua.
    }
consult-private = Le proposte le vede solo la tua parte.
consult-captain = capitano
consult-move = Tocca alla tua parte: gioca la tua proposta sulla damiera.
consult-captain-move = Tocca alla tua parte: gioca sulla damiera, o gioca una proposta.
consult-wait = Tocca all'avversario.
consult-vote = Sono a favore
consult-voted = Sei a favore
consult-play = Giocala
consult-decides = Si decide fra { $text }, o quando tutti hanno votato
consult-invite = Invita nella mia parte
consult-link = Chi apre questo link può unirsi alla tua parte:
consult-join-title = Giocare insieme dalla stessa parte
consult-join = Unisciti a questa parte
