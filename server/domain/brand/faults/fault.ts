import type { ChangeFaults, RowFaults } from './change-faults.ts'
import type { ReadingFaults } from './reading-faults.ts'
import type { CampaignFaults, ConditionFaults, ResultFaults } from './rule-faults.ts'
import type { SectionFaults } from './section-faults.ts'
import type { TextFaults } from './text-faults.ts'

/** Every kind of fault, and the values that it has. What is said of them is in the dictionaries of each language. */
export interface FaultValues
  extends TextFaults,
    ReadingFaults,
    ConditionFaults,
    ResultFaults,
    CampaignFaults,
    SectionFaults,
    ChangeFaults,
    RowFaults {}

export type BrandFaultKind = keyof FaultValues

/** What is wrong, as a value: plain data, which is printed for whoever reads it. */
export type BrandFault = {
  readonly [Kind in BrandFaultKind]: { readonly fault: Kind; readonly values: FaultValues[Kind] }
}[BrandFaultKind]

/** Something that prevents a brand file from being applied, or is most likely a mistake in it. */
export type FileFault = BrandFault & FaultPlace

interface FaultPlace {
  /** Where: `campaigns[earn].rules[per-dollar].limit.times`; '' means the whole file. */
  readonly path: string
  /** The line and column of the file, counted from 1, if known. */
  readonly line?: number
  readonly column?: number
}

/** The values of a kind; whoever has none need not say so. */
export type ValuesOf<Kind extends BrandFaultKind> =
  NoneOf<FaultValues[Kind]> extends true ? [values?: FaultValues[Kind]] : [values: FaultValues[Kind]]
type NoneOf<Values> = keyof Values extends never ? true : false

/** A fault of a kind. */
export function faultOf<Kind extends BrandFaultKind>(kind: Kind, ...[values]: ValuesOf<Kind>): BrandFault {
  return { fault: kind, values: values ?? {} } as BrandFault
}
