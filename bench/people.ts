/** The one field of the brand that its customers have. */
export const demographicField = 'homeStore'

/** What stands for card 0 in the phone numbers and home stores of customers, as its number does in e-mail addresses. */
export const phoneBase = 12_010_000_000
export const storeBase = 1000

/** Each customer has one of so many home stores. */
export const storeCount = 1000

export const emailOf = (cardNumber: string) => `member.${cardNumber}@mail.example`
export const phoneOf = (number: string) => `+${number}`
export const storeOf = (number: string) => `Store ${number}`

const spelled = (words: string): readonly string[] => words.split(' ')

export const firstNames = spelled(
  'Aaron Abigail Adam Alexander Alice Amanda Amy Andrea Andrew Angela Anna Anthony Barbara Benjamin Betty Brandon ' +
    'Brian Carol Catherine Charles Christine Daniel David Deborah Dennis Diana Donald Dorothy Edward Elizabeth Emily ' +
    'Emma Eric Frank Gary George Grace Gregory Hannah Helen Henry Jack Jacob James Janet Jason Jennifer John Joseph ' +
    'Karen Kevin Laura Linda Maria Mark Mary Michael Nancy Olivia Patricia Robert Sarah Thomas William',
)

/** The beginnings of last names: about one customer in a hundred has each of them. */
export const lastNameBeginnings = spelled(
  'Smi Joh Wil Bro Jon Gar Mil Dav Rod Mar Her Lop Gon Wils And Tho Tay Moo Jac Lee Per Thom Whi Har San Cla Ram ' +
    'Lew Rob Wal You All Kin Wri Sco Tor Ngu Hil Flo Gre Ada Nel Bak Hal Riv Cam Mit Car Rob Gom Phi Eva Tur Dia Par ' +
    'Cru Edw Col Rey Ste Mor Mur Coo Rog Gut Ort Mora Pet Bai Ree Kel How Ramo Kim Cox War Ric Wat Bro Cha Woo Jam ' +
    'Ben Gra Men Rui Hug Pri Alv Cas San Pat Mye Lon Ros Fos Jim Pow Jen Perr Rus',
)

export const lastNameEndings = spelled(
  'th son ton ley man er ez field ford wood ward well worth by den ham ing kins land low more ner nes ock ons pole ' +
    'rell rich ris row sby sen shaw stone ter thorne tt wick win yer',
)
