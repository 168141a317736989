import { useSpoken } from '../texts/texts.ts'
import { formatMoment } from './format.ts'

/** A time outside of any brand: in the reader's own language and time zone, which it names. */
export function PlainMoment({ at }: { readonly at: number }) {
  const { language } = useSpoken()
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return <time dateTime={new Date(at).toISOString()}>{formatMoment(at, { language, timeZone }, 'minute')}</time>
}
