import type { Language } from '../../ground/kernel/language.ts'

/** What a reader has to know about one answer of a report. */
interface Remarks {
  readonly drawn: (campaign: string, every: number, salesMax: number) => string
  readonly notCounted: (firingsMax: number) => string
  readonly notCountedCalls: (firingsMax: number) => string
  readonly ties: (valueType: string, opening: string, changed: string, closing: string) => string
  readonly noAccounts: (missing: readonly string[]) => string
  readonly onlyFirst: (rowsMax: number) => string
}

const languages: Readonly<Record<Language, Remarks>> = {
  en: {
    drawn: (campaign, every, salesMax) =>
      `Of ${campaign}, one customer in ${every} is looked at: it has more than ${salesMax} sales.`,
    notCounted: (firingsMax) =>
      `Customers are not counted: rules fired more than ${firingsMax} times. Ask for a shorter period.`,
    notCountedCalls: (firingsMax) =>
      `Calls of variants are not counted: their rules fired more than ${firingsMax} times.`,
    ties: (valueType, opening, changed, closing) =>
      `${valueType}: opening ${opening}, credit less debit ${changed}, closing ${closing}.`,
    noAccounts: (missing) =>
      `No account is named for ${missing.join(', ')}. An administrator names them in the settings, under accounts.`,
    onlyFirst: (rowsMax) => `Only the first ${rowsMax} rows are shown. Ask for a shorter period.`,
  },
  de: {
    drawn: (campaign, every, salesMax) =>
      `Von ${campaign} wird jeder ${every}. Kunde angesehen: Es gibt mehr als ${german(salesMax)} Käufe.`,
    notCounted: (firingsMax) =>
      `Die Kunden sind nicht gezählt: Regeln haben mehr als ${german(firingsMax)}-mal gegriffen. Wählen Sie einen kürzeren Zeitraum.`,
    notCountedCalls: (firingsMax) =>
      `Die Aufrufe der Varianten sind nicht gezählt: Ihre Regeln haben mehr als ${german(firingsMax)}-mal gegriffen.`,
    ties: (valueType, opening, changed, closing) =>
      `${valueType}: Anfang ${opening}, Haben weniger Soll ${changed}, Ende ${closing}.`,
    noAccounts: (missing) =>
      `Kein Konto ist genannt für ${missing.join(', ')}. Ein Administrator nennt sie in den Einstellungen, unter Konten.`,
    onlyFirst: (rowsMax) =>
      `Nur die ersten ${german(rowsMax)} Zeilen sind zu sehen. Wählen Sie einen kürzeren Zeitraum.`,
  },
}

const german = (number: number) => new Intl.NumberFormat('de').format(number)

export const remarksIn = (language: Language = 'en'): Remarks => languages[language]
