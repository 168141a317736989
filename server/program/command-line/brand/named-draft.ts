import type { FileFault } from '../../../domain/brand/faults/fault.ts'
import { parseText } from '../../../domain/brand/reading/parse-text.ts'
import { allSteps } from '../../../ground/kernel/steps.ts'
import type { TrialBrand } from '../../../storage/brand-store/draft.ts'
import { CommandFailed } from '../command-failed.ts'
import { type NamedText, readNamed } from './brand-check.ts'
import { faultLines } from './fault-lines.ts'

export interface NamedDraft {
  readonly source: NamedText
  readonly draft: TrialBrand
  /** What a request has of it. */
  readonly field: object
}

/** A file that has campaigns and no brand is a draft of these campaigns. */
export async function readDraft(file: string): Promise<NamedDraft> {
  const source = await readNamed(file)
  const { text } = source
  const { data } = allSteps(parseText(text))
  const isPart = Array.isArray(data) || (typeof data === 'object' && data !== null && !('brand' in data))
  return isPart
    ? { source, draft: { kind: 'campaigns', campaigns: text }, field: { campaigns: text } }
    : { source, draft: { kind: 'file', file: text }, field: { draft: text } }
}

/** Shows what is wrong with a draft, with its lines. */
export const faultyDraft = ({ source }: Pick<NamedDraft, 'source'>, faults: readonly FileFault[]): CommandFailed =>
  new CommandFailed(faults.flatMap((fault) => faultLines(source.name, source.text, fault, 'fault')))
