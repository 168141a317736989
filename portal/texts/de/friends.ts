import type { Texts } from '../shape.ts'

export const friends: Texts['friends'] = {
  title: 'Freunde werben',
  none: 'Diese Karte hat noch keinen Empfehlungscode.',
  brought: (count, shown) =>
    count === 1 ? 'Ein Einkauf eines Geworbenen zählt bisher.' : `${shown} Einkäufe von Geworbenen zählen bisher.`,
  make: 'Empfehlungscode anlegen',
  showLink: 'Link zeigen',
  revoke: 'Code widerrufen',
  revokeTitle: 'Empfehlungscode widerrufen?',
  revokeWhat:
    'Wer den Code oder den Link noch hat, kann damit nicht mehr geworben werden. Ein anderer Code kann angelegt werden.',
  revoked: 'Der Empfehlungscode wurde widerrufen.',
}
