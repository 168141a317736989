import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { BrandDocument } from '../../server/domain/brand/document.ts'
import type { FileData } from '../../server/domain/brand/edits.ts'
import type { LiveBrand } from '../../server/domain/brand/entries/check-entries.ts'
import { readLiveNames } from '../../server/domain/brand/entries/live-names.ts'
import { readBrandFile } from '../../server/domain/brand/read-brand-file.ts'
import { allSteps } from '../../server/ground/kernel/steps.ts'
import { toDocument } from '../../server/storage/brand-store/apply/next-document.ts'
import { withoutSecrets } from '../../server/storage/brand-store/document-secrets.ts'
import { toFile } from '../../server/storage/brand-store/export.ts'
import { placedMessage } from './told-fault.ts'

/** A brand as it would be in memory, made of a file. */
export async function liveBrandOf(text: string | object): Promise<LiveBrand & { readonly file: FileData }> {
  const read = readBrandFile(typeof text === 'string' ? text : { json: JSON.stringify(text) })
  if (!('file' in read)) throw new Error(read.faults.slice(0, 5).map(placedMessage).join('\n'))
  const document: BrandDocument = await toDocument(read.file, undefined, randomBytes)
  const file = plain(toFile(withoutSecrets({ sealed: document })))
  return { document, file, names: allSteps(readLiveNames(file)) }
}

const plain = (file: object): FileData => JSON.parse(JSON.stringify(file))

export const demoFile = () => readFile('demo/harbor-coffee.yaml', 'utf8')
