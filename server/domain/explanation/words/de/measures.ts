import type { MeasureWords } from '../words.ts'

export const measures: MeasureWords = {
  cost: (goods) => `Betrag für ${goods}`,
  paid: (type) => (type === undefined ? 'bezahlter Betrag' : `mit ${type} bezahlter Betrag`),
  quantity: (goods) => `Anzahl ${goods}`,
  lines: (goods) => `Positionen (${goods})`,
  spending: 'Umsatz',
  visits: 'Einkäufe',
  unitsBought: 'gekaufte Artikel',
  stores: 'besuchte Standorte',
  events: (name) => (name === undefined ? 'Ereignisse' : `Ereignisse „${name}“`),
  firings: (rule) => `Anwendungen der Regel ${rule}`,
  goods: {
    units: 'Artikel',
    products: 'Produkte',
    ofCategory: (categories) => `Produkte aus ${categories}`,
    from: (price) => `ab ${price} das Stück`,
    upTo: (price) => `bis ${price} das Stück`,
    attribute: (name, value) => `${name} ${value}`,
    bounds: (from, to) =>
      [...(from === undefined ? [] : [`ab ${from}`]), ...(to === undefined ? [] : [`bis ${to}`])].join(' '),
    flag: (isSet) => (isSet ? 'ja' : 'nein'),
    except: (goods, others) => `${goods}, außer ${others}`,
    with: (goods) => `(${goods})`,
  },
  lastDays: (days) => (days === 1 ? 'in den letzten 24 Stunden' : `in den letzten ${days} Tagen`),
  this: { day: 'heute', week: 'in dieser Woche', month: 'in diesem Monat', year: 'in diesem Jahr' },
}
