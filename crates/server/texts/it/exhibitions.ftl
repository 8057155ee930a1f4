# Simultaneous exhibitions: pages and errors.
simul = Simultanea
simul-menu = Simultanea
simul-invite-home = Simultanea: uno contro molti
simul-about = Un giocatore affronta fino a sessanta avversari insieme (FID-IT 15.1.2). Scegli le condizioni, manda il link e passa di damiera in damiera.
simul-now = In corso
simul-past = Fogli dei risultati
simul-new = Nuova simultanea
simul-title = Titolo
simul-send-link = Manda questo link a chi vuole giocare:
simul-boards-legend = Damiere
simul-boards =
    { $made ->
        [one] { $made } damiera
       *[other] { $made } damiere
    }
simul-how-many = Quante
simul-host-colour = Il tuo colore
simul-colour-alternating = Alternato
simul-add-group = Aggiungi damiere con altro gioco o colore
simul-remove-group = Togli queste damiere
simul-host-clock = Il tuo orologio
simul-per-board = Un orologio su ogni damiera
simul-per-board-about = Su ogni damiera corre quando tocca a te.
simul-minutes-board = Minuti per damiera
simul-extra = Secondi in più per ogni damiera in gioco
simul-increment = Secondi aggiunti a ogni giro
simul-player-clock = Orologio dei giocatori
simul-player-own = Tempo per la partita
simul-untimed-note = Senza orologio, la partita di chi se n'è andato finisce solo quando chiudi la simultanea.
simul-start = Inizio
simul-together = Tutte insieme
simul-together-about = Cominci quando ci sono abbastanza giocatori; poi nessuno entra più.
simul-fill = Man mano che si riempiono
simul-fill-about = Dopo il tuo inizio una damiera comincia appena qualcuno la prende.
simul-blindfold-choice = Giochi senza vedere le damiere (15.1.5)
simul-create = Annuncia la simultanea
simul-stage-open = iscrizioni aperte
simul-stage-filling = in gioco, posti liberi
simul-stage-playing = in gioco
simul-stage-over = finita
simul-stage-cancelled = annullata
simul-host = Simultaneista
simul-host-alternates = il simultaneista alterna i colori
simul-host-white = il simultaneista ha il Bianco
simul-host-black = il simultaneista ha il Nero
simul-host-untimed = Il simultaneista gioca senza orologio.
simul-host-time =
    { $made ->
        [one] Il simultaneista ha un minuto su ogni damiera.
       *[other] Il simultaneista ha { $made } minuti su ogni damiera.
    }
simul-host-extra-together =
    { $made ->
        [one] A questi si aggiunge un secondo per ogni damiera che comincia.
       *[other] A questi si aggiungono { $made } secondi per ogni damiera che comincia.
    }
simul-host-extra-all =
    { $made ->
        [one] A questi si aggiunge un secondo per ogni damiera della simultanea.
       *[other] A questi si aggiungono { $made } secondi per ogni damiera della simultanea.
    }
simul-host-increment =
    { $made ->
        [one] Ogni giro aggiunge un secondo: un bonus per ogni mossa sulla damiera.
       *[other] Ogni giro aggiunge { $made } secondi: un bonus per ogni mossa sulla damiera.
    }
simul-player-untimed = I giocatori non hanno orologio.
simul-player-per-move =
    { $made ->
        [one] Ogni giocatore ha un secondo per mossa.
       *[other] Ogni giocatore ha { $made } secondi per mossa.
    }
simul-player-move-minutes =
    { $made ->
        [one] Ogni giocatore ha un minuto per mossa.
       *[other] Ogni giocatore ha { $made } minuti per mossa.
    }
simul-player-minutes =
    { $made ->
        [one] Ogni giocatore ha un minuto.
       *[other] Ogni giocatore ha { $made } minuti.
    }
simul-player-increment = Ogni giocatore ha { $made } min, più { $limit } s per mossa.
simul-start-together = Le partite cominciano tutte insieme.
simul-start-fill = Dopo l'inizio del simultaneista ogni damiera comincia quando viene occupata.
simul-blindfold = Il simultaneista gioca senza vedere le damiere; ognuna la vede solo il suo giocatore fino alla fine della partita.
simul-no-takebacks = Le mosse non si ritirano. Chi lascia la partita la perde per il tempo, se c'è un orologio.
simul-terms = Condizioni
simul-do-start = Comincia
simul-do-start-with =
    { $made ->
        [one] Comincia con { $made } damiera
       *[other] Comincia con { $made } damiere
    }
simul-do-close = Chiudi le iscrizioni
simul-do-cancel = Annulla la simultanea
simul-do-end = Chiudi la simultanea
simul-end-about = Il foglio dei risultati si fa con le partite finite. Le altre restano come sono.
simul-was-cancelled = Il simultaneista ha annullato questa simultanea.
simul-to-boards = Alle damiere
simul-own-game = Alla mia damiera
simul-pdn = Tutte le partite (PDN)
simul-print = Stampa
simul-join-title = Prendi una damiera
simul-choose-board = Damiera
simul-first-free = la prima libera
simul-join = Partecipa a queste condizioni
simul-your-board = Hai la damiera { $made }
simul-wait-start = La partita si apre da sola quando il simultaneista comincia.
simul-leave = Rinuncia
simul-invite = Invita giocatori
simul-roster = Damiere
simul-free = libera
simul-remove-player = Togli { $text }
simul-score = Punteggio
simul-result = Risultato
simul-sheet = Foglio dei risultati
simul-player = Giocatore
simul-host-result = Sim. – giocatore
simul-how = Fine
simul-all-boards = Tutte le damiere
simul-auto = Dopo la mia mossa passa alla prossima damiera
simul-keys = N: la prossima damiera che aspetta. P: la precedente. Sul telefono scorri a sinistra o a destra, o tocca una damiera piccola.
simul-board-of = { $text } · damiera { $made }
simul-unknown = Questa simultanea non esiste.
simul-no-board = Questa damiera non esiste o non è occupata.
simul-bad-title = Il titolo deve avere da 1 a { $limit } caratteri, tutti visibili.
simul-bad-boards = Una simultanea ha da 1 a { $limit } damiere.
simul-bad-time = Un tempo è fuori dai limiti. Simultaneista: da 1 a 180 minuti, fino a 600 secondi in più per damiera e 300 per giro. Giocatori: da 1 a 180 minuti e fino a 60 secondi a mossa, oppure da 10 a 3600 secondi per mossa.
simul-not-host = Può farlo solo il simultaneista.
simul-host-joins = Il simultaneista gioca su tutte le damiere e non può occuparne una.
simul-not-yours = Questa damiera è di un altro.
simul-has-board = Hai già la damiera { $made }.
simul-board-taken = Questa damiera è già occupata.
simul-full = Tutte le damiere sono occupate.
simul-closed = Non si può più entrare.
simul-begun = La partita è cominciata: semmai abbandonala.
simul-nobody = Nessuno si è ancora iscritto.
simul-other-stage = È troppo tardi o troppo presto per questo.
