import { useWords } from '../../../parts/schema-form/words.ts'
import { useTexts } from '../../../texts/texts.ts'

/** Where something is wrong, in the words of the form: whoever fills it in does not know the file behind it. */
export function useFaultWords(section: string) {
  const { settings, file } = useTexts()
  const { label } = useWords(section)
  const { named } = settings.forms
  const sections: Readonly<Record<string, { readonly title: string }>> = file.sections
  const stepsOf = (path: string) =>
    [...path.matchAll(/([A-Za-z]+)(?:\[([^\]]*)\])?/g)].map(([, key = '', row]) =>
      row === undefined ? label(key) : named(label(key), rowName(row)),
    )
  return {
    /** `couponSets[free].generate.count` is “Made by the server › How many”. */
    placeOf: (path: string): string => {
      const words = stepsOf(path.replace(/^[A-Za-z]+(\[[^\]]*\])?\.?/, ''))
      return words.length === 0 ? settings.forms.wholeEntry : words.join(' › ')
    },
    /** The same where it may be anywhere: `locations[L1].group` is “Locations “L1” › Group”. */
    wholePlaceOf: (path: string): string => {
      const [whole = '', first = '', key] = /^([A-Za-z]+)(?:\[([^\]]*)\])?\.?/.exec(path) ?? []
      const title = sections[first]?.title ?? label(first)
      const begin = key === undefined ? title : named(title, key)
      return [begin, ...stepsOf(path.slice(whole.length))].join(' › ')
    },
  }
}

/** A row without a name is called by its place, which people count from 1. */
const rowName = (row: string) => (/^\d+$/.test(row) && row.length < 4 ? String(Number(row) + 1) : row)
