import type { BrandFault, FileFault } from '../../server/domain/brand/faults/fault.ts'
import { faultWords } from '../../server/domain/brand/faults/fault-words.ts'

/** What is said of a fault, in English. */
export const messageOf = (fault: BrandFault): string => faultWords(fault, 'en')

/** The same with its place. */
export const placedMessage = (fault: FileFault): string => `${fault.path}: ${messageOf(fault)}`

/** What the first fault was, without its place, of a file that was not applied. */
export const firstTold = ({ message }: Error): string => message.replace(/^\S+: /, '').split('\n')[0] ?? ''
