import { type Change, type ChangedValue, readChange } from '../../../../server/domain/audit/change.ts'
import { useWords } from '../../../parts/schema-form/words.ts'
import { useTexts } from '../../../texts/texts.ts'
import { type SettingsSection, sectionLooks } from '../sections.ts'
import { useFaultWords } from './fault-words.ts'
import { lastKeyOf, readBack } from './read-back.ts'
import { useValueWords } from './value-words.ts'

/** A line of the history, `programs/rewards: pinLength 4 -> 6`, in the words of the form: “Digits of the PIN: 4 → 6”. */
export function useChangeWords(section: SettingsSection): (line: string) => string {
  const { settings } = useTexts()
  const { label } = useWords(section)
  const { placeOf } = useFaultWords(section)
  const told = useValueWords(section)
  const { changed: words, nothing, aSecret, named } = settings.forms
  const shown = (value: ChangedValue, key: string) =>
    value === 'none' ? nothing : value === 'secret' ? aSecret : told(readBack(value.text, key), key)
  const field = (path: string) => placeOf(`${section}.${path}`)
  const changeOf = (change: Change): string => {
    switch (change.what) {
      case 'added':
        return words.added
      case 'switchedOff':
        return words.removed
      case 'moreCards':
        return words.moreCards(change.count)
      case 'moreCoupons':
        return words.moreCoupons(change.count)
      case 'reordered':
        return change.field === undefined ? words.reordered : `${field(change.field)}: ${words.reordered}`
      case 'changed':
        return `${field(change.field)}: ${words.changed}`
      case 'listed':
        return `${field(change.field)}: ${change.values}`
      case 'counted':
        return `${field(change.field)}: ${words.counted(change.added, change.removed)}`
      case 'replaced':
        return `${field(change.field)}: ${[change.before, change.after].map((one) => shown(one, lastKeyOf(change.field))).join(' → ')}`
    }
  }
  return (line) => {
    const colon = line.indexOf(': ')
    const place = placeIn(line.slice(0, Math.max(colon, 0)), section, { label, named })
    const change = changeOf(readChange(line.slice(colon < 0 ? 0 : colon + ': '.length)))
    return place === '' ? sentence(change) : `${place} › ${change}`
  }
}

const sentence = (text: string) => text.slice(0, 1).toLocaleUpperCase() + text.slice(1)

interface PlaceWords {
  readonly label: (key: string) => string
  readonly named: (what: string, name: string) => string
}

/** Where inside the entry that is being edited. Parts are kept as their section and their name, in turn. */
function placeIn(address: string, section: SettingsSection, { label, named }: PlaceWords): string {
  const [first = '', ...others] = address.split('/')
  const isOwn = first === section
  const steps = isOwn ? others.slice(sectionLooks[section].keyName === undefined ? 0 : 1) : [first, ...others]
  if (section === 'senders' || steps.length === 1) return steps.map(label).join(' › ')
  return steps
    .flatMap((step, index) => (index % 2 === 1 ? [] : [named(label(step), steps[index + 1] ?? '')]))
    .join(' › ')
}
