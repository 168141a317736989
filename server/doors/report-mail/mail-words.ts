const en = {
  subject: (brand: string, question: string) => `${brand}: ${question}`,
  fromTo: (from: string, to: string) => (from === to ? from : `${from} to ${to}`),
  atEndOf: (day: string) => `At the end of ${day}`,
  now: 'As it is now',
  by: (word: string) => `Divided by: ${word}`,
  perDay: 'Day by day',
  nothing: 'Nothing to show: nothing happened in this time.',
  rest: (rows: number) => `… and ${rows} more rows.`,
  attached: 'The whole report is attached as a CSV file.',
  tooLarge: 'The whole report is too large for an e-mail. Look at it in the portal and export it there.',
  open: 'Open the report in the portal',
  stopLine: (brand: string) => `You get this because you are a user of ${brand} and somebody chose you for it.`,
  stop: 'Stop sending me this',
  test: 'This is a test. Nobody else got it.',
}
type MailWords = typeof en

const de: MailWords = {
  subject: (brand, question) => `${brand}: ${question}`,
  fromTo: (from, to) => (from === to ? from : `${from} bis ${to}`),
  atEndOf: (day) => `Am Ende des ${day}`,
  now: 'Wie es jetzt ist',
  by: (word) => `Aufgeteilt nach: ${word}`,
  perDay: 'Tag für Tag',
  nothing: 'Nichts zu zeigen: In dieser Zeit ist nichts geschehen.',
  rest: (rows) => `… und ${rows} weitere Zeilen.`,
  attached: 'Der ganze Bericht ist als CSV-Datei angehängt.',
  tooLarge: 'Der ganze Bericht ist zu groß für eine E-Mail. Im Portal können Sie ihn ansehen und exportieren.',
  open: 'Bericht im Portal öffnen',
  stopLine: (brand) => `Sie erhalten diese E-Mail als Benutzer von ${brand}, weil jemand Sie dafür ausgewählt hat.`,
  stop: 'Diese E-Mail nicht mehr erhalten',
  test: 'Dies ist ein Test. Niemand sonst hat ihn erhalten.',
}

/** The words of mails in a language; English for one that there are none in. */
export const mailWordsIn = (language: string | undefined): MailWords => (language === 'de' ? de : en)
