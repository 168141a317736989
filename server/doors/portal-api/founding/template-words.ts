import type { Language } from '../../../ground/kernel/language.ts'

interface TemplateWords {
  readonly rewards: (brand: string) => string
  readonly gift: (brand: string) => string
  readonly punchCard: (brand: string) => string
  readonly points: string
  readonly stamps: string
  readonly credit: string
  readonly cards: string
  readonly giftCards: string
  readonly earn: string
  readonly earnRule: (per: string) => string
  readonly convertRule: (points: number, amount: string) => string
  readonly stampRule: string
  readonly freeRule: (stamps: number) => string
  readonly drink: string
}

/** What the parts of a new brand are called, in the brand's own language. */
export const templateWords: { readonly [One in Language]: TemplateWords } = {
  en: {
    rewards: (brand) => `${brand} Rewards`,
    gift: (brand) => `${brand} gift card`,
    punchCard: (brand) => `${brand} punch card`,
    points: 'Points',
    stamps: 'Stamps',
    credit: 'Store credit',
    cards: 'Customer cards',
    giftCards: 'Gift cards',
    earn: 'Collect points',
    earnRule: (per) => `A point for every ${per}`,
    convertRule: (points, amount) => `${points} points become ${amount} to spend`,
    stampRule: 'A stamp for every visit with a drink that is paid',
    freeRule: (stamps) => `A free drink for ${stamps} stamps`,
    drink: 'Drink',
  },
  de: {
    rewards: (brand) => `${brand} Bonus`,
    gift: (brand) => `${brand} Geschenkkarte`,
    punchCard: (brand) => `${brand} Stempelkarte`,
    points: 'Punkte',
    stamps: 'Stempel',
    credit: 'Guthaben',
    cards: 'Kundenkarten',
    giftCards: 'Geschenkkarten',
    earn: 'Punkte sammeln',
    earnRule: (per) => `Ein Punkt je ${per}`,
    convertRule: (points, amount) => `${points} Punkte werden ${amount} Guthaben`,
    stampRule: 'Ein Stempel für jeden Besuch mit einem bezahlten Getränk',
    freeRule: (stamps) => `Ein Getränk gratis für ${stamps} Stempel`,
    drink: 'Getränk',
  },
}
