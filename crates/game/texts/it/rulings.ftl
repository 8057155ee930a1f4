# Ciò che dice l'arbitro. Le parole sono nostre; accanto compare il numero dell'articolo.

# Le parti
white = il Bianco
black = il Nero
the-arbiter = l'arbitro

# Fine della partita
end-resignation = { $loser ->
    [white] Il Bianco abbandona: vince il Nero.
   *[black] Il Nero abbandona: vince il Bianco.
}
end-no-move = { $loser ->
    [white] Tocca al Bianco, che non può muovere: vince il Nero.
   *[black] Tocca al Nero, che non può muovere: vince il Bianco.
}
end-no-pieces = { $loser ->
    [white] Il Bianco è rimasto senza pezzi: vince il Nero.
   *[black] Il Nero è rimasto senza pezzi: vince il Bianco.
}
end-time-up = { $loser ->
    [white] Il Bianco ha finito il tempo: vince il Nero.
   *[black] Il Nero ha finito il tempo: vince il Bianco.
}
end-both-flags = Sono cadute entrambe le bandierine: la partita è pari.
end-illegal-tries = { $loser ->
    [white] Il Bianco ha fatto tanti tentativi irregolari quanti ne erano stati convenuti: vince il Nero.
   *[black] Il Nero ha fatto tanti tentativi irregolari quanti ne erano stati convenuti: vince il Bianco.
}
end-refuses-rules = { $loser ->
    [white] Il Bianco non accetta di rispettare il regolamento: vince il Nero.
   *[black] Il Nero non accetta di rispettare il regolamento: vince il Bianco.
}
end-agreement = I giocatori dichiarano la parità di comune accordo.
end-by-arbiter = Nessuno dei due può vincere: l'arbitro dichiara la parità.
end-king-moves = { $limit } mosse di dama per parte senza muovere pedine né prendere: la partita è pari.
end-listed-ending = { $limit } mosse per parte in un finale considerato pari: la partita è pari.
end-repetition = La stessa posizione si è presentata per la terza volta con lo stesso giocatore al tratto: la partita è pari.
end-destroyed = La posizione è andata perduta per un incidente e non si può ricostruire: la partita si rigioca.
end-aborted = { $loser ->
    [white] Il Bianco ha interrotto la partita prima che entrambi avessero mosso: non c'è risultato.
   *[black] Il Nero ha interrotto la partita prima che entrambi avessero mosso: non c'è risultato.
}
end-no-show = { $loser ->
    [white] Il Bianco non si è presentato: il Nero vince per assenza.
   *[black] Il Nero non si è presentato: il Bianco vince per assenza.
}
end-no-show-both = Nessuno dei due giocatori si è presentato: perdono entrambi per assenza.

# Conteggi
count-king-moves = mosse di dama per parte: { $made } su { $limit }
count-king-moves-asked = { $by ->
    [white] mosse di dama per parte: { $made } su { $limit }, conteggio chiesto dal Bianco alla mossa { $at }
    [black] mosse di dama per parte: { $made } su { $limit }, conteggio chiesto dal Nero alla mossa { $at }
   *[arbiter] mosse di dama per parte: { $made } su { $limit }, conteggio disposto dall'arbitro alla mossa { $at }
}
count-listed-ending = mosse per parte in questo finale: { $made } su { $limit }
count-listed-ending-fast = mosse per parte in questo finale: { $made } su { $limit } (partita rapida o lampo: fino a { $minutes } minuti per giocatore, contando { $increments } incrementi)
count-listed-ending-classical = mosse per parte in questo finale: { $made } su { $limit } (partita a tempo lungo: oltre { $minutes } minuti per giocatore, contando { $increments } incrementi, o senza orologio)
count-due = La partita è pari: può dichiararlo ciascuno dei giocatori o l'arbitro.
claim-repetition = La stessa posizione si è presentata per la terza volta con lo stesso giocatore al tratto: un giocatore può dichiarare la parità prima che cada la sua bandierina e, su una damiera vera, con il formulario compilato.

# Dove il regolamento tace
house-rule = Il regolamento di questo gioco non ne parla: vale una regola della casa.

# Irregolarità
irregularity-moved-twice = Lo stesso giocatore ha mosso due volte, senza attendere l'avversario.
irregularity-wrong-move = Un pezzo è stato mosso in un modo che non gli è consentito.
irregularity-touched-other = È stato toccato un pezzo e ne è stato mosso un altro.
irregularity-took-back = Una mossa già giocata è stata ritirata.
irregularity-moved-opponents = È stato mosso un pezzo dell'avversario.
irregularity-missed-capture = C'era una presa obbligatoria e non è stata fatta.
irregularity-removed-pieces = Sono stati tolti pezzi dalla damiera senza motivo.
irregularity-wrong-number = Sono stati presi più o meno pezzi di quanti il regolamento consenta.
irregularity-stopped-short = La presa si è fermata quando c'era ancora da prendere.
irregularity-not-removed = Il pezzo preso è rimasto sulla damiera.
irregularity-fewer-removed = Non tutti i pezzi presi sono stati tolti dalla damiera.
irregularity-others-removed = Con la presa sono stati tolti anche pezzi che non erano stati presi.
irregularity-own-removed = Dopo la presa sono stati tolti anche pezzi di chi prendeva.
irregularity-impossible-capture = La presa che è stata fatta non è possibile.
irregularity-precedence = Un'altra presa aveva la precedenza.
irregularity-unmarked-king = È stata mossa una dama che non è contrassegnata.
irregularity-wrong-crown = È stata damata la pedina sbagliata.
irregularity-crowned-in-passing = È stata damata una pedina che durante la presa è soltanto passata per l'ultima linea, senza fermarvisi.
irregularity-wrong-side-first = La prima mossa è stata fatta dal giocatore a cui non spettava.

# Ciò che la posizione non permette di stabilire
untold-nothing-changed = Sulla damiera non è cambiato nulla.
untold-late-crowning = Nessuno ha mosso; una dama è stata contrassegnata in ritardo, e questo equivale a toccare quel pezzo.
untold-king-marked = Nessuno ha mosso; una dama è stata contrassegnata in ritardo.
untold-mark-lost = Nessuno ha mosso; una dama ha perso il contrassegno.
untold-piece-added = Sulla damiera c'è un pezzo in più: non si può stabilire che cosa sia stato fatto.
untold-both-moved = Hanno mosso entrambi i giocatori: è più di un tratto.
untold-too-much-changed = Sulla damiera è cambiato troppo: non si può stabilire che cosa sia stato fatto.

# Verdetti
verdict-legal = { $move } è una mossa regolare.
verdict-legal-uncrowned = { $move } è una mossa regolare; la nuova dama non è ancora stata contrassegnata.

# Perché una mossa non è regolare
illegal-off-board = Su questa damiera non c'è la casella { $square }.
illegal-no-piece = Sulla casella { $square } non c'è alcun pezzo.
illegal-not-yours = { $side ->
    [white] Il pezzo sulla casella { $square } non è del Bianco, e tocca al Bianco.
   *[black] Il pezzo sulla casella { $square } non è del Nero, e tocca al Nero.
}
illegal-must-capture = C'è una presa obbligatoria, e questa mossa non prende nulla.
illegal-takes-fewer = { $taken ->
    [one] Così si prende un pezzo solo, e se ne devono prendere { $must }.
   *[other] Così si prendono { $taken } pezzi, e se ne devono prendere { $must }.
}
illegal-king-must-take = Una dama può prendere tanti pezzi quanti questa pedina: deve prendere la dama.
illegal-takes-fewer-kings = { $taken ->
    [0] Così non si prende nessuna dama, e un'altra presa di altrettanti pezzi ne prende { $must }.
    [one] Così si prende una sola dama, e un'altra presa di altrettanti pezzi ne prende { $must }.
   *[other] Così si prendono { $taken } dame, e un'altra presa di altrettanti pezzi ne prende { $must }.
}
illegal-meets-king-later = Un'altra presa, con altrettanti pezzi e altrettante dame, incontra prima una dama.
illegal-goes-on = La presa non può fermarsi sulla casella { $square }: c'è ancora da prendere.
illegal-men-go-forward = La pedina muove soltanto in avanti.
illegal-men-take-forward = La pedina prende soltanto in avanti, e la casella { $square } le sta dietro.
illegal-man-takes-king = La pedina non prende la dama, e sulla casella { $square } c'è una dama.
illegal-crowned-too-soon = La pedina che arriva a dama sulla casella { $square } deve attendere la mossa successiva per prendere come dama.
illegal-not-diagonal = Le due caselle non sono sulla stessa diagonale e nessuna presa le unisce.
illegal-too-far-man = La pedina muove di una casella alla volta.
illegal-too-far-king = La dama muove di una casella alla volta.
illegal-lands-too-far = Chi prende il pezzo sulla casella { $square } si ferma sulla casella subito dietro.
illegal-occupied = La casella { $square } non è libera.
illegal-over-own = Sulla casella { $square } c'è un proprio pezzo, che non si può scavalcare.
illegal-no-free-square-behind = Il pezzo sulla casella { $square } non si può prendere: la casella dietro non è libera.
illegal-over-twice = Il pezzo sulla casella { $square } si può scavalcare una volta sola.
illegal-nothing-to-take = Da { $from } a { $to } non c'è nulla da prendere.
illegal-no-such-route = Nessuna presa va da { $from } a { $to } passando per queste caselle.
illegal-ambiguous = Più prese uniscono queste caselle: indica anche le caselle intermedie.
illegal-unknown-square = Su questa damiera non c'è la casella { $square }.
illegal-empty-column = { $side ->
    [white] Il Bianco non ha pezzi nella colonna { $column }.
   *[black] Il Nero non ha pezzi nella colonna { $column }.
}

# Rifiuti
refusal-game-over = La partita è finita.
refusal-paused = Gli orologi sono fermi.
refusal-not-paused = Gli orologi non sono fermi.
refusal-begun = La partita è già cominciata.
refusal-not-your-turn = { $side ->
    [white] Tocca al Bianco.
   *[black] Tocca al Nero.
}
refusal-touched-first = Il pezzo sulla casella { $square } è stato toccato per primo e va mosso.
refusal-only-player = Può farlo soltanto un giocatore.
refusal-only-arbiter = Può farlo soltanto l'arbitro.
refusal-only-at-table = Può accadere soltanto su una damiera vera.
refusal-only-opponent = Decide soltanto l'avversario di chi ha sbagliato.
refusal-undecided = Prima l'avversario deve decidere se l'irregolarità va corretta o mantenuta.
refusal-nothing-to-correct = Non c'è alcuna irregolarità da mantenere o correggere.
refusal-correction-lapsed = Non si può più correggere: l'avversario ha mosso, ha toccato un proprio pezzo muovibile o ha mantenuto l'irregolarità.
refusal-partial-correction = Un'irregolarità si corregge per intero o non si corregge.
refusal-no-offer = Non è stata proposta la parità.
refusal-offer-made = La parità è già stata proposta.
refusal-offer-too-early = In questa gara la parità si può proporre dalla mossa { $from }.
refusal-nothing-to-claim = In questa posizione non c'è una parità da dichiarare.
refusal-flag-up = { $side ->
    [white] La bandierina del Bianco non è caduta.
   *[black] La bandierina del Nero non è caduta.
}
refusal-flags-fell-together = Sono cadute entrambe le bandierine e non si sa quale per prima: decide l'arbitro, correggendo l'orologio del giocatore la cui bandierina è caduta dopo.
refusal-own-flag-down = Chi ha la bandierina caduta non può più dichiarare la parità.
refusal-no-clock = Questa partita si gioca senza orologio.
refusal-counting = C'è già un conteggio in corso.
refusal-no-count = Non c'è alcun conteggio in corso.
refusal-needs-kings = { $side ->
    [white] Per il conteggio serve almeno una dama per parte, e il Bianco non ne ha.
   *[black] Per il conteggio serve almeno una dama per parte, e il Nero non ne ha.
}
refusal-needs-kings-both = Per il conteggio serve almeno una dama per parte, e nessuno ne ha.
refusal-no-kings = Non c'è alcuna dama di cui contare le mosse.
refusal-count-limit = Il conteggio dev'essere da { $least } a { $most } mosse per parte.
refusal-count-fixed = Il conteggio è di { $most } mosse per parte e qui non si può cambiare.
refusal-has-appeared = Chi ha già mosso si è presentato e non può perdere per assenza.
refusal-too-late-to-abort = Si può interrompere solo una partita amichevole, e solo prima che entrambi abbiano mosso.
refusal-no-takebacks = In questa partita le mosse non si ritirano.
refusal-nothing-to-take-back = Non c'è una mossa da ritirare, o è già stato chiesto.
refusal-no-takeback-asked = L'avversario non ha chiesto di ritirare una mossa.
refusal-no-vacation = In questa partita non sono previste vacanze.
refusal-on-vacation = Sei già in vacanza.
refusal-not-on-vacation = Non sei in vacanza.
refusal-vacation-used-up = In questa partita non ti restano giorni di vacanza.
refusal-touch-is-free = In questa partita un pezzo toccato si può anche non muovere.
refusal-no-piece = Sulla casella { $square } non c'è quel pezzo.
refusal-not-crowned = Sulla casella { $square } non c'è una pedina da damare.
refusal-crowned-already = Il pezzo sulla casella { $square } è già dama.
refusal-bad-board = Questa non è una posizione possibile.
refusal-too-late-to-annul = Sono già state giocate { $moves } mosse per parte: la partita non si può più annullare.
refusal-too-late-to-annul-minutes = Sono già state giocate { $moves } mosse per parte o sono passati { $minutes } minuti: la partita non si può più annullare.
refusal-blame-has-no-effect = Qui la responsabilità della direzione non cambia nulla: annulla la partita senza indicarla.
refusal-book-silent = Il regolamento di questo gioco non lo prevede.
refusal-not-disturbed = Non è stato segnalato alcun incidente.
refusal-disturbed-already = Un incidente è già stato segnalato, e da allora sulla damiera non è successo nulla.
refusal-moved-since = Chi ha mosso dopo l'incidente non può più pretendere il ripristino della posizione.
refusal-occupied = La casella { $square } non è libera.
refusal-draw-due = Sono state fatte { $limit } mosse per parte in questo finale: la partita è pari. Un giocatore o l'arbitro deve dichiararlo; non si gioca oltre.
refusal-no-draw-due = Nessun conteggio è compiuto: la parità nasce dal comune accordo o dal conteggio, e l'arbitro non può dichiararla da solo.
refusal-too-far = Il pezzo è troppo lontano dalla casella { $square } per coprirla in parte.
refusal-man-on-crown-row = Una pedina non può essere rimessa sulla casella { $square }, nella base avversaria.
refusal-nothing-placed = Indica la casella da cui togliere il pezzo o quella su cui metterlo.
refusal-piece-in-play = Un pezzo che copre almeno in parte una casella libera è in gioco: gli si assegna una casella, non si elimina.
refusal-nothing-set-aside = Nessun pezzo di questo tipo è stato tolto dalla damiera, e non si può rimetterlo in gioco. Indica la casella da cui viene.
refusal-nothing-to-object = L'ultima mossa dell'avversario non è una presa che si possa contestare così.
refusal-nothing-to-undo = Non c'è alcuna annotazione da ritirare.
refusal-write-all-squares = Scrivi tutte le caselle della presa: c'è più di un percorso.
refusal-without-reason = Adesso non si può.
refusal-too-much-time = Un orologio non può avere più di un anno.

# Decisioni su quanto è accaduto
ruling-touch-binds = { $side ->
    [white] Il Bianco ha toccato il pezzo sulla casella { $square } e deve muoverlo.
   *[black] Il Nero ha toccato il pezzo sulla casella { $square } e deve muoverlo.
}
ruling-touch-after-another = { $side ->
    [white] Il Bianco ha toccato il pezzo sulla casella { $square } dopo averne toccato un altro: va mosso il primo.
   *[black] Il Nero ha toccato il pezzo sulla casella { $square } dopo averne toccato un altro: va mosso il primo.
}
ruling-touch-unplayable = { $side ->
    [white] Il Bianco ha toccato sulla casella { $square } un pezzo che non si può muovere: è scorretto, ma senza conseguenze.
   *[black] Il Nero ha toccato sulla casella { $square } un pezzo che non si può muovere: è scorretto, ma senza conseguenze.
}
ruling-touch-out-of-turn = { $side ->
    [white] Il Bianco ha toccato il pezzo sulla casella { $square } quando non gli spettava muovere: è scorretto, ma senza conseguenze.
   *[black] Il Nero ha toccato il pezzo sulla casella { $square } quando non gli spettava muovere: è scorretto, ma senza conseguenze.
}
ruling-adjusted = { $side ->
    [white] Il Bianco ha avvisato e ha sistemato il pezzo sulla casella { $square }.
   *[black] Il Nero ha avvisato e ha sistemato il pezzo sulla casella { $square }.
}
ruling-irregular = { $side ->
    [white] Irregolarità del Bianco. { $text }
   *[black] Irregolarità del Nero. { $text }
}
ruling-corrected = L'irregolarità è corretta: torna la posizione precedente.
ruling-kept = L'avversario mantiene l'irregolarità.
ruling-lapsed = L'avversario ha proseguito il gioco: l'irregolarità non si corregge più.
ruling-count-asked = { $by ->
    [white] Si contano le mosse, { $limit } per parte, su richiesta del Bianco.
    [black] Si contano le mosse, { $limit } per parte, su richiesta del Nero.
   *[arbiter] Si contano le mosse, { $limit } per parte, per disposizione dell'arbitro.
}
ruling-count-lowered = L'arbitro riduce il conteggio a { $limit } mosse per parte.
ruling-count-cancelled = L'arbitro annulla il conteggio.
ruling-annulled-board = La damiera era male orientata: la partita è annullata e ricomincia.
ruling-annulled-colours = I colori erano assegnati male: la partita è annullata, i giocatori si scambiano i colori e ricominciano.
ruling-restored = È ripristinata la posizione che precedeva l'incidente.
ruling-settled-inactive = Un pezzo inattivo è stato rimesso in gioco o eliminato.
ruling-inactive-placed = Un pezzo inattivo è stato rimesso in gioco.
ruling-inactive-removed = Un pezzo inattivo è stato eliminato.
ruling-settled-astride = Un pezzo che copre in parte una sola casella libera sta su quella casella.
ruling-settled-two-squares = È stata chiarita la posizione di un pezzo che copriva due caselle libere.
ruling-flag-fell = { $side ->
    [white] È caduta la bandierina del Bianco.
   *[black] È caduta la bandierina del Nero.
}
ruling-adjusted-out-of-turn = { $side ->
    [white] Il Bianco ha sistemato il pezzo sulla casella { $square } quando non gli spettava muovere: è scorretto, ma senza conseguenze.
   *[black] Il Nero ha sistemato il pezzo sulla casella { $square } quando non gli spettava muovere: è scorretto, ma senza conseguenze.
}
ruling-left-unmarked = { $side ->
    [white] Il Bianco non ha contrassegnato la pedina arrivata sulla casella { $square }: la trascrizione non è prescritta, e resta una pedina.
   *[black] Il Nero non ha contrassegnato la pedina arrivata sulla casella { $square }: la trascrizione non è prescritta, e resta una pedina.
}
ruling-crowned = { $side ->
    [white] Il Bianco effettua in ritardo la damatura sulla casella { $square }: equivale a toccare il pezzo.
   *[black] Il Nero effettua in ritardo la damatura sulla casella { $square }: equivale a toccare il pezzo.
}
ruling-crowned-late = { $side ->
    [white] Il Bianco effettua in ritardo la damatura sulla casella { $square }.
   *[black] Il Nero effettua in ritardo la damatura sulla casella { $square }.
}
ruling-crowned-courtesy = { $side ->
    [white] Il Bianco effettua per cortesia la damatura del pezzo avversario sulla casella { $square }.
   *[black] Il Nero effettua per cortesia la damatura del pezzo avversario sulla casella { $square }.
}
ruling-objected-unclear = { $side ->
    [white] Il Bianco contesta la presa, che non è stata indicata pezzo per pezzo: l'avversario la mostra di nuovo con chiarezza.
   *[black] Il Nero contesta la presa, che non è stata indicata pezzo per pezzo: l'avversario la mostra di nuovo con chiarezza.
}
ruling-objected-order = { $side ->
    [white] Il Bianco contesta l'ordine in cui sono stati tolti i pezzi presi: l'avversario li toglie di nuovo, nell'ordine della presa o in quello inverso.
   *[black] Il Nero contesta l'ordine in cui sono stati tolti i pezzi presi: l'avversario li toglie di nuovo, nell'ordine della presa o in quello inverso.
}
ruling-placement-proposed = { $side ->
    [white] Il Bianco propone di mettere il pezzo sulla casella { $square }: serve il consenso del Nero o la decisione dell'arbitro.
   *[black] Il Nero propone di mettere il pezzo sulla casella { $square }: serve il consenso del Bianco o la decisione dell'arbitro.
}
ruling-removal-proposed = { $side ->
    [white] Il Bianco propone di eliminare il pezzo: serve il consenso del Nero o la decisione dell'arbitro.
   *[black] Il Nero propone di eliminare il pezzo: serve il consenso del Bianco o la decisione dell'arbitro.
}
ruling-withdrawn = L'arbitro ritira l'ultima annotazione, che era sbagliata.
ruling-disturbed = È segnalato un incidente che ha alterato la posizione.
ruling-paused = L'arbitro ferma gli orologi.
ruling-resumed = L'arbitro riavvia gli orologi.
ruling-clocks-set = L'arbitro regola gli orologi: { $white } al Bianco, { $black } al Nero.
ruling-charge-as-shown = Gli orologi restano come sono.
ruling-charge-nothing = L'errore è della direzione di gara: il tempo trascorso non si addebita.
ruling-charge-split = Si giocava senza orologi: il tempo trascorso, { $whole }, si divide in parti uguali, { $each } a ciascuno.

# La riga di comando
verdict-name-legal = regolare
verdict-name-irregular = irregolare
verdict-name-unknown = non classificabile
explain-legal = { $move } è una mossa regolare
explain-illegal = { $move } non è una mossa regolare. { $text }
explain-due = mosse obbligatorie: { $moves }
replay-game = partita { $number }, { $game }
replay-claim = si può dichiarare la parità
replay-open = la partita non finisce con queste mosse
replay-more = { $count ->
    [one] la trascrizione ha un'altra mossa
   *[other] la trascrizione ha altre { $count } mosse
}
