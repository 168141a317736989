import { faultOf } from '../../../domain/brand/faults/fault.ts'
import { type ParsedText, parseText } from '../../../domain/brand/reading/parse-text.ts'
import { TextMarks } from '../../../domain/brand/reading/text-marks.ts'
import { pieceCharactersMax } from '../../../domain/brand/reading/yaml-text.ts'
import { TooManyReads } from '../../../ground/database/read-share.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import { allSteps } from '../../../ground/kernel/steps.ts'
import { inTurns } from '../../../ground/waiting/in-turns.ts'
import { SideThread, TookTooMuch, TooManyWait } from '../../../ground/waiting/side-thread.ts'
import { fileText } from './file-text.ts'
import { type SentText, unpackText } from './sent-text.ts'
import type { DoneText, TextWork } from './text-thread.ts'

/** Longer texts come from commands, or before a server listens: nobody can send them. */
const sentCharactersMax = 1024 * 1024
/** Objects whose YAML takes longer to write than this much JSON are written by the thread. */
const writtenCharactersMax = 12 * 1024
const waitingMax = 64
const waitingOfBrandMax = 8
/** The longest text that somebody can send takes a few seconds at most; a busy machine makes that several times as long. */
const pieceMsMax = 30_000

const thread = new SideThread<TextWork, DoneText>({
  module: new URL('./text-thread.ts', import.meta.url),
  idleMs: 60_000,
  waitingMax,
  waitingOfOneMax: waitingOfBrandMax,
  pieceMsMax,
  heapMbMax: 512,
})

/** Reads a text in YAML or JSON on behalf of a brand; rejects with TooManyReads if many wait. */
export async function readText(brand: BrandId, text: string, msMax = pieceMsMax): Promise<ParsedText> {
  const [read] = await readTexts(brand, [text], msMax)
  return read ?? tooMuch
}

/**
 * The same for several. What is short is read at once; what is longer, by a thread of its own, so that no call of
 * anybody waits for it. After `msMax` it is given up: if it has not begun, as too much at once, and else with a fault.
 */
export async function readTexts(
  brand: BrandId,
  texts: readonly string[],
  msMax = pieceMsMax,
): Promise<readonly ParsedText[]> {
  const length = texts.reduce((sum, text) => sum + text.length, 0)
  if (length <= pieceCharactersMax) return texts.map((text) => allSteps(parseText(text)))
  if (length > sentCharactersMax) return inTurns(parseEach(texts))
  const done = await inThread(brand, { kind: 'read', texts }, msMax)
  if (done?.kind !== 'read') return texts.map(() => tooMuch)
  return inTurns(unpackEach(texts, done.texts))
}

function* unpackEach(texts: readonly string[], sent: readonly SentText[]): Generator<void, readonly ParsedText[]> {
  const parsed: ParsedText[] = []
  for (const [index, text] of texts.entries()) {
    const one = sent[index]
    parsed.push(one ? yield* unpackText(text, one) : tooMuch)
    yield
  }
  return parsed
}

/** A file or an entry of it, as people read it. */
export async function writeText(brand: BrandId, file: object): Promise<string> {
  const json = JSON.stringify(file)
  if (json.length <= writtenCharactersMax) return fileText(file)
  const done = await inThread(brand, { kind: 'write', json })
  // A file that is too long for the thread's memory is one that a command has made.
  return done?.kind === 'write' ? done.text : fileText(file)
}

async function inThread(brand: BrandId, work: TextWork, msMax = pieceMsMax): Promise<DoneText | undefined> {
  try {
    return await thread.run(brand, work, msMax)
  } catch (error) {
    if (error instanceof TooManyWait) throw new TooManyReads('too many texts of one brand are waiting')
    if (error instanceof TookTooMuch) return undefined
    throw error
  }
}

function* parseEach(texts: readonly string[]): Generator<void, readonly ParsedText[]> {
  const parsed: ParsedText[] = []
  for (const text of texts) parsed.push(yield* parseText(text))
  return parsed
}

const tooMuch: ParsedText = {
  data: undefined,
  faults: [{ path: '', ...faultOf('tooSlow') }],
  marks: new TextMarks(),
}
