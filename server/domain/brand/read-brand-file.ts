import { allSteps } from '../../ground/kernel/steps.ts'
import { findIdleBudgets, findUncountableBudgets } from './budget-checks.ts'
import { type BrandFile, brandFileShape } from './document.ts'
import { pushEventNames } from './event-type.ts'
import { exclusiveWarnings } from './exclusive-warnings.ts'
import type { FileFault } from './faults/fault.ts'
import { faultWords } from './faults/fault-words.ts'
import { groupWarnings, worthlessGifts } from './group-warnings.ts'
import { findMissingLanguages } from './missing-languages.ts'
import { type FileText, parseText } from './reading/parse-text.ts'
import { FileReading, Place } from './reading/place.ts'
import { readEntries } from './reading/shape.ts'
import { findBurntBalances, findUnevenAmounts } from './result-checks.ts'
import { findUnusableGifts } from './unusable-gifts.ts'

/** A file that can be applied, and warnings about what is most likely a mistake. */
export interface ReadFile {
  readonly file: BrandFile
  readonly warnings: readonly FileFault[]
}

/** Everything that was found in a file. It can be applied if there are no faults. */
export interface FileFindings {
  readonly file: BrandFile | undefined
  readonly faults: readonly FileFault[]
  readonly warnings: readonly FileFault[]
  /** The same with its line and column, for what is found later, by its path. */
  readonly locate: (fault: FileFault) => FileFault
}

/** A file of which only one thing is open: which of its unknown event types were created by calls. */
export interface FileInReading {
  /** Undefined if the file does not say. */
  readonly brandId: string | undefined
  readonly unknownEventTypes: readonly string[]
  finish(isEventType: EventTypeTest): FileFindings
}

/** Whether a call has created an event type; 'perhaps' if that cannot be known, which makes it a warning. */
export type EventTypeTest = (categoryId: string) => boolean | 'perhaps'

/** Reads a brand file in YAML or JSON. Returns the whole file, or everything that is wrong with it. */
export function readBrandFile(
  text: FileText,
  isEventType: EventTypeTest = () => false,
): ReadFile | { readonly faults: readonly FileFault[] } {
  const { file, faults, warnings } = findingsOf(text, isEventType)
  return file ? { file, warnings } : { faults }
}

/** The same with warnings, even if there are faults. */
export function findingsOf(text: FileText, isEventType: EventTypeTest = () => false): FileFindings {
  return allSteps(readInSteps(text)).finish(isEventType)
}

/** Reads a file in steps of a few milliseconds, between which the caller may let others have the processor. */
export function* readInSteps(text: FileText): Generator<void, FileInReading> {
  const { data, faults, marks } = yield* parseText(text)
  if (faults.length > 0) {
    const findings = { file: undefined, faults, warnings: [], locate: (fault: FileFault) => fault }
    return { brandId: undefined, unknownEventTypes: [], finish: () => findings }
  }
  const whole = data ?? {}
  const reading = new FileReading(whole, marks)
  const root = new Place(reading)
  yield* readEntries(brandFileShape, whole, root)
  const file = brandFileShape(whole, root)
  reading.readBefore.clear()
  yield
  const locate = (fault: FileFault) => locateIn(root, fault)
  const later = file ? [...findUnevenAmounts(file), ...findUncountableBudgets(file)].map(locate) : []
  const hints = file
    ? [
        ...exclusiveWarnings(file),
        ...groupWarnings(file),
        ...worthlessGifts(file),
        ...findMissingLanguages(file),
        ...findBurntBalances(file),
        ...findIdleBudgets(file),
        ...findUnusableGifts(file),
      ].map(locate)
    : []
  return {
    brandId: file?.brand.id,
    unknownEventTypes: reading.unknownNames('eventType').filter((id) => !rootCategories.has(id)),
    finish: (isEventType) => {
      reading.checkMentions((noun, key) => noun === 'eventType' && (rootCategories.has(key) || isEventType(key)))
      const found = [...reading.faults, ...later].toSorted(byLine)
      const warnings = [...reading.warnings, ...hints].toSorted(byLine)
      return { file: found.length === 0 ? file : undefined, faults: found, warnings, locate }
    },
  }
}

export const locateIn = (root: Place, fault: FileFault) =>
  fault.line === undefined ? root.below(fault.path).found(fault) : fault

/** What is on one line stays in the order in which it was found. */
const byLine = (a: FileFault, b: FileFault) => (a.line ?? 0) - (b.line ?? 0)

/** Event categories that need no definition: the fates of push messages, and the channels that messages bounce on. */
export const rootCategories: ReadonlySet<string> = new Set([...pushEventNames, 'email', 'sms', 'mms', 'phone'])

/** A fault as one line for people: `line 12: brand.colour: unknown key`. */
export function formatFault(fault: FileFault): string {
  const { path, line } = fault
  const place = [line === undefined ? '' : `line ${line}`, path].filter((part) => part !== '')
  return [...place, faultWords(fault, 'en')].join(': ')
}
