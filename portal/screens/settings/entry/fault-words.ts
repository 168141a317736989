import type { Fault } from '../../../parts/schema-form/faults.ts'
import { useWords } from '../../../parts/schema-form/words.ts'
import { useTexts } from '../../../texts/texts.ts'

interface ServerFault extends Fault {
  readonly kind: string
}

/** What is wrong in the words of the form: whoever fills it in does not know the file behind it. */
export function useFaultWords(section: string) {
  const { settings } = useTexts()
  const { label } = useWords(section)
  const own: Readonly<Record<string, string>> = settings.forms.faults
  return {
    /** `couponSets[free].generate.count` is “Made by the server › How many”. */
    placeOf: (path: string): string => {
      const inside = path.replace(/^[A-Za-z]+(\[[^\]]*\])?\.?/, '')
      const steps = [...inside.matchAll(/([A-Za-z]+)(?:\[([^\]]*)\])?/g)]
      const words = steps.map(([, key = '', row]) => (row === undefined ? label(key) : `${label(key)} “${row}”`))
      return words.length === 0 ? settings.forms.wholeEntry : words.join(' › ')
    },
    told: (faults: readonly ServerFault[]): readonly Fault[] =>
      faults.map(({ path, kind, message }) => ({
        path,
        message: Object.hasOwn(own, kind) ? (own[kind] ?? message) : message,
      })),
  }
}
