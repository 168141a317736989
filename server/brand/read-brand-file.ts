import { findIdleBudgets, findUncountableBudgets } from './budget-checks.ts'
import { type BrandFile, brandFileShape } from './document.ts'
import { pushEventNames } from './event-type.ts'
import { exclusiveWarnings } from './exclusive-warnings.ts'
import { type FileText, parseText } from './reading/parse-text.ts'
import { type FileFault, FileReading, Place } from './reading/place.ts'
import { findBurntBalances, findUnevenAmounts } from './result-checks.ts'

/** A file that can be applied, and warnings about what is most likely a mistake. */
export interface ReadFile {
  readonly file: BrandFile
  readonly warnings: readonly FileFault[]
}

/**
 * Reads a brand file in YAML or JSON. Returns the whole file, or everything that is wrong with it. Rules may also name
 * event types that were created by calls: `isEventType` knows these.
 */
export function readBrandFile(
  text: FileText,
  isEventType: (categoryId: string) => boolean = () => false,
): ReadFile | { readonly faults: readonly FileFault[] } {
  const parsed = parseText(text)
  if (parsed.faults.length > 0) return { faults: parsed.faults }
  const reading = new FileReading(parsed.lines)
  const file = brandFileShape(parsed.data ?? {}, new Place(reading))
  reading.checkMentions((noun, key) => noun === 'eventType' && (rootCategories.has(key) || isEventType(key)))
  const faults = [...reading.faults, ...(file ? [...findUnevenAmounts(file), ...findUncountableBudgets(file)] : [])]
  if (!file || faults.length > 0) return { faults }
  return {
    file,
    warnings: [...reading.warnings, ...exclusiveWarnings(file), ...findBurntBalances(file), ...findIdleBudgets(file)],
  }
}

/** Event categories that need no definition: the fates of push messages, and the channels that messages bounce on. */
const rootCategories: ReadonlySet<string> = new Set([...pushEventNames, 'email', 'sms', 'mms', 'phone'])

/** A fault as one line for people: `line 12: brand.colour: unknown key`. */
export function formatFault({ path, message, line }: FileFault): string {
  const place = [line === undefined ? '' : `line ${line}`, path].filter((part) => part !== '')
  return [...place, message].join(': ')
}
