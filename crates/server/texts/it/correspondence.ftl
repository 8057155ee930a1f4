correspondence = Corrispondenza
corr-waiting = Tocca a te
corr-waiting-none = Nessuna partita ti aspetta.
corr-others = In attesa dell'avversario
corr-none = Non hai partite per corrispondenza. In queste partite si hanno giorni per ogni mossa: in “Gioca online” scegli un orologio a giorni.
corr-your-turn = Partite per corrispondenza in cui tocca a te: { $made }
corr-all = Tutte le partite per corrispondenza
corr-last = ultima mossa { $move }
corr-you-away = sei in vacanza
corr-opponent-away = l'avversario è in vacanza
time-days = { $made } g { $limit } h
time-whole-days =
    { $made ->
        [one] { $made } giorno
       *[other] { $made } giorni
    }
time-hours = { $made } h { $limit } min
corr-other-days = Altri giorni…
corr-days-kind = I giorni valgono
corr-kind-each = per ogni mossa
corr-kind-total = per l'intera partita
corr-days = Giorni
corr-days-total =
    { $made ->
        [one] { $made } giorno in tutto
       *[other] { $made } giorni in tutto
    }
corr-vacation-days = Giorni di vacanza
corr-vacation-about = In vacanza l'orologio del giocatore resta fermo. Ognuno sceglie quando prendere questi giorni.
corr-vacation-agreed =
    { $made ->
        [one] Ogni giocatore può prendere un giorno di vacanza: intanto il suo orologio resta fermo.
       *[other] Ogni giocatore può prendere { $made } giorni di vacanza: intanto il suo orologio resta fermo.
    }
corr-on-vacation = in vacanza
corr-vacation-left = Vacanze rimaste: { $text }
corr-start-vacation = Vado in vacanza
corr-end-vacation = Sono di ritorno
conditional = Mosse condizionali
conditional-about = Se gioca così, rispondo così: muovi prima per l'avversario, poi gioca la tua risposta. La risposta parte subito e non consuma tempo. Queste mosse le vedi solo tu.
conditional-their-move = Gioca una mossa per l'avversario
conditional-your-reply = Ora gioca la tua risposta a { $move }
conditional-none = Non c'è ancora nulla di preparato.
conditional-not-now = Tocca a te. Le mosse condizionali si preparano quando tocca all'avversario.
conditional-kept = Salvato
conditional-if = se { $move }, allora { $text }
conditional-from-here = Continua da qui
conditional-remove = Togli
conditional-remove-all = Togli tutto
conditional-start-over = Torna alla posizione della partita
conditional-prepare = Prepara le risposte
conditional-back = Torna alla partita
card-title = La partita come testo
card-copy = Copia
card-print = Stampa
card-copied = Copiato.
card-open = Come testo, per una lettera
turn-mail = E-mail quando tocca a me
turn-mail-about = Nelle partite per corrispondenza: un messaggio quando l'avversario ha mosso, e uno prima che scada il tuo tempo.
turn-mail-on = Riceverai un messaggio quando tocca a te.
turn-mail-stopped = Non riceverai più messaggi quando tocca a te.
turn-mail-stop-title = Messaggi quando tocca a te
turn-mail-stop-now = Non inviarne più
