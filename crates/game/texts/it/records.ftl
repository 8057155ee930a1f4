# Che cosa non va in trascrizioni, posizioni e mosse scritte, e le parole dei comandi che le controllano.

fault-unknown-square = Su questa damiera non c'è la casella { $square }.
fault-square-twice = La casella { $square } è indicata due volte.
fault-man-on-crown-row = { $side ->
    [white] Il Bianco ha una pedina nella base avversaria, casella { $square }: dev'essere una dama.
   *[black] Il Nero ha una pedina nella base avversaria, casella { $square }: dev'essere una dama.
}
fault-too-many-pieces = { $side ->
    [white] Il Bianco ha { $made } pezzi, più dei { $limit } di una partita.
   *[black] Il Nero ha { $made } pezzi, più dei { $limit } di una partita.
}
fault-no-pieces = { $side ->
    [white] Il Bianco non ha pezzi.
   *[black] Il Nero non ha pezzi.
}
fault-no-turn = Non è indicato a chi spetta muovere.

fen-empty = La FEN è vuota.
fen-unread = La FEN non si può leggere alla colonna { $column }: { $text }
fen-turn-expected = dovrebbe cominciare con chi muove e due punti, W: o B:.
fen-colour-expected = dovrebbero seguire W o B e i pezzi di quel colore.
fen-colour-twice = i pezzi di questo colore sono già stati indicati.
fen-square-expected = qui dovrebbe esserci una casella, come 12, K12 o c3.
fen-separator-expected = qui dovrebbe esserci una virgola, due punti o la fine.
fen-number-too-long = nessuna damiera ha una casella con quel numero.
fen-range-backwards = l'intervallo finisce prima di cominciare.

pdn-not-utf-8 = Il testo non è in UTF-8; è stato letto come Latin-1.
pdn-one-game-a-line = Le righe contengono soltanto mosse, senza etichette: ogni riga è stata letta come una partita.
pdn-stray-text = “{ $text }” sta fuori da un commento ed è stato tralasciato.
pdn-unread-move = “{ $text }” non si può leggere come mossa.
pdn-unknown-move = Un trattino sta al posto di una mossa sconosciuta.
pdn-foreign-tag = L'etichetta { $text } è stata letta come { $move }.
pdn-bad-tag = La parentesi quadra non apre un'etichetta, e la riga è stata tralasciata.
pdn-tag-not-closed = L'etichetta non è chiusa sulla sua riga.
pdn-tag-without-quotes = Il valore dell'etichetta non ha virgolette.
pdn-quote-in-tag = Nel valore dell'etichetta le virgolette vanno precedute da una barra rovesciata.
pdn-tag-twice = L'etichetta { $text } compare due volte; è stata tenuta la prima.
pdn-comment-not-closed = Il commento non è chiuso; è stato terminato dove comincia l'etichetta successiva.
pdn-comment-not-opened = Una parentesi graffa chiude un commento che non è stato aperto.
pdn-comment-too-long = Il commento supera un mebibyte ed è stato tagliato.
pdn-variation-not-closed = Una variante non è chiusa.
pdn-variation-not-opened = Una parentesi chiude una variante che non è stata aperta.
pdn-variation-before-move = Una variante precede la prima mossa.
pdn-variation-too-deep = Le varianti sono annidate troppo in profondità; le più interne sono state tralasciate.
pdn-game-too-long = La partita è troppo lunga; il resto è stato tralasciato.
pdn-too-many-problems = In questa partita gli errori sono troppi per elencarli tutti.
pdn-space-in-move = C'è uno spazio dentro la mossa.
pdn-odd-separator = “{ $text }” unisce le caselle della mossa; dovrebbe essere - o x.
pdn-no-separator = Niente unisce le caselle di { $text }.
pdn-crown-letter = La lettera della dama non fa parte della mossa ed è stata tralasciata.
pdn-number-out-of-order = C'è il numero di mossa { $made } dove dovrebbe esserci il { $limit }.
pdn-number-without-dot = Il numero di mossa { $made } non ha il punto.
pdn-unknown-mark = “{ $text }” non è un segno noto; è stato tenuto come commento.
pdn-star-for-forced = L'asterisco è stato letto come segno di mossa forzata.
pdn-result-in-variation = C'è un risultato dentro una variante; è stato tenuto come commento.
pdn-no-result = Alla fine della partita manca il risultato.
pdn-result-twice = Un secondo risultato segue la fine della partita.
pdn-results-disagree = L'etichetta Result dice { $text }, ma la partita finisce con { $move }.
pdn-odd-result = “{ $text }” non è un risultato consueto.
pdn-odd-game-type = I dettagli del GameType { $text } non sono quelli dello standard; è stata usata la damiera consueta.
pdn-bad-game-type = Il GameType “{ $text }” non si può leggere.
pdn-unknown-game = Il GameType { $made } non è uno dei giochi conosciuti; le mosse non sono state controllate.
pdn-game-type-missing = Manca il GameType; la partita è stata letta come { $text }.
pdn-game-type-others = Potrebbe essere anche { $text }.
pdn-other-game = Il GameType dice { $text }; la partita è stata letta come { $move }, come richiesto.
pdn-odd-result-form = Il risultato { $text } ha la forma di un altro gioco; qui è { $move }.
pdn-bad-fen = La FEN non è una posizione di questo gioco. { $text }
pdn-fen-without-turn = La FEN non dice a chi spetta muovere; lo mostra la prima mossa, se c'è.
pdn-bad-setup = Una posizione data a metà partita non si può usare. { $text }
pdn-bad-time-control = Il TimeControl “{ $text }” non ha la forma dello standard.
pdn-cross-on-plain-move = { $move } è scritta come presa, ma non prende nulla.
pdn-stroke-on-capture = { $move } è una presa, ma è scritta con il trattino.
pdn-ambiguous = { $move } può indicare { $text }; è stata letta come { $taken }.
pdn-illegal = { $move } non è regolare. { $text }
pdn-result-against-board = Chi è al tratto non può muovere e ha perso ({ $move }), ma il risultato è { $text }.

# Le parti della damiera (FID-IT 2.8)
part-line = linea o traversa
part-base-black = base del Nero
part-base-white = base del Bianco
part-column = colonna
part-edge-right = sponda destra
part-edge-left = sponda sinistra
part-diagonal = diagonale
part-parallel = parallela
part-corner = cantone
part-biscacco-black = biscacco del Nero
part-biscacco-white = biscacco del Bianco
part-meta-white = meta del Bianco
part-meta-black = meta del Nero

# Giochi
game-english = dama inglese
game-italian = dama italiana
game-brazilian = dama brasiliana
game-international = dama internazionale

# Mosse scritte
attempt-square-expected = La mossa non si può leggere alla colonna { $column }: qui dovrebbe esserci una casella.
attempt-one-square = Una mossa vuole la casella di partenza e quella di arrivo, per esempio 22-18 o 22x15.

# Condizioni di una partita
terms-start = La posizione iniziale non è una posizione di questo gioco. { $text }
terms-odds = Sulla casella { $square } non c'è un pezzo da dare come vantaggio.
terms-move-given = { $move } non è una mossa di pedina senza presa che si possa dare come vantaggio.
terms-opening = La mossa { $made } dell'apertura non si può giocare. { $text }
terms-tries = Il numero di tentativi irregolari che fa perdere una partita alla cieca deve essere fra 1 e { $most }.
terms-no-time = Un orologio non ha tempo.
terms-too-much-time = Un orologio non può avere più di un anno.
terms-voting-time = Una votazione dura da un minuto a sette giorni.
terms-vacation = Le vacanze sono previste solo per corrispondenza, e per 60 giorni al massimo.
terms-rated = Una partita valida per la classifica richiede l'orologio e pari condizioni: niente vantaggi, niente gioco alla cieca, un solo giocatore per parte, nessuna mossa ritirata.
terms-count-fixed = Il conteggio è di { $most } mosse per parte e in questo gioco non si può cambiare.
terms-count-limit = In un torneo promozionale il conteggio si può fissare da { $least } a { $most } mosse per parte.
terms-no-promotional = Il regolamento di questo gioco non permette ad alcun torneo di ridurre il conteggio: “promotional” non cambierebbe nulla.
terms-no-recording = In questo gioco la pedina che arriva a dama è dama anche se non è contrassegnata: “recording” non cambierebbe nulla.
terms-no-pace = In questo gioco nessuna parità dipende dalla cadenza: “pace” non cambierebbe nulla.
terms-pace-against-clocks = La cadenza la decidono già gli orologi, e dicono altro: è rapida fino a { $minutes } minuti per giocatore, contando { $increments } incrementi.

# Comandi che controllano le trascrizioni
check-error = errore
check-warning = avviso
check-game = partita { $number }
check-ply = semimossa { $number }
check-ply-variation = semimossa { $number } di una variante
check-more-warnings = { $count ->
    [one] un altro avviso di tipo { $kind } (--all lo mostra)
   *[other] altri { $count } avvisi di tipo { $kind } (--all li mostra)
}
check-games = { $count ->
    [one] 1 partita
   *[other] { $count } partite
}
check-legal = { $count ->
    [one] 1 regolare
   *[other] { $count } regolari
}
check-errors = { $count ->
    [one] 1 errore
   *[other] { $count } errori
}
check-warnings = { $count ->
    [one] 1 avviso
   *[other] { $count } avvisi
}
check-standard-input = ingresso standard
check-unread = { $file } non si può leggere: { $text }
check-no-games = { $file } non contiene nessuna partita
check-unknown-game = l'etichetta GameType indica un gioco che qui non si conosce
rulebook-no-article = nessun regolamento ha un articolo “{ $article }”
rulebook-no-article-of-game = nessun regolamento della { $game } ha un articolo “{ $article }”
moves-none = nessuna mossa regolare: chi è al tratto ha perso
moves-crowned = dama
moves-route = passando per { $squares }
moves-takes = prende { $squares }
check-name-a-file = indica un file PDN, o invialo all'ingresso standard

# Come si chiamano gli articoli senza un numero stampato
article-opening = premessa
article-note = nota aggiuntiva
article-board = tavoliere
article-men = pedine
article-captures = prese
article-men-capture = prese delle pedine
article-not-allowed = prese non consentite
article-promotion = promozione
article-kings = dame
article-multiple = prese multiple
article-choice = scelta della presa
article-choice-part = scelta { $part })
article-winning = vittoria
article-draw-part = parità { $part })
article-rule-part = regola { $part }
