import type { ChangeFaults, RowFaults, UndoneLines } from '../change-faults.ts'
import type { WordsOf } from '../words-of.ts'

export const changes: WordsOf<ChangeFaults> = {
  judged: ({ en }) => en,
  noBrand: () => 'there is no such brand',
  noBrandYet: () => 'there is no such brand yet; apply its first file without a time',
  notATime: ({ given }) => `${given} is not a time such as 2026-12-01 00:00:00`,
  timePassed: () => 'this time has passed; give one in the future',
  secretWaits: () => 'a secret cannot wait for its time; apply it before',
  cardsWait: () => 'listed cards cannot wait for their time; apply them before',
  authorGone: () =>
    'whoever wanted this is no longer a user of the brand, or the key was revoked; whoever still wants it does it anew',
  otherBrand: ({ brand }) => `must be ${brand}`,
  otherBrandsFile: ({ brand }) => `must be ${brand}: this is the file of another brand`,
  notCampaigns: () => 'must be a list of campaigns',
  draftChanged: () => 'the draft was changed since this was asked for; load it again',
  noSuchDraft: ({ brand }) => `there is no brand ${brand}, or no such version or draft`,
  noVersionKept: () => 'no version of the file is kept from then',
  keyExtra: ({ section }) => `${section} is no list: leave out key`,
  keyNeeded: ({ name }) => `key is required: the ${name} of the entry`,
  keyDiffers: ({ key }) => `must be ${key}; to rename an entry, remove it and add another`,
  fewRandomDigits: ({ digits, min }) =>
    `numbers with ${digits} random digits can be guessed; make length at least ${min} more than the prefix`,
  weakPassword: ({ min }) => `has fewer than ${min} characters and can be guessed`,
  weakSecret: ({ min }) => `has fewer than ${min} characters and can be guessed; make one with purser key create`,
  weakPin: ({ min }) => `PINs of fewer than ${min} digits can be guessed; 0 means cards without a PIN`,
  publicSecret: () =>
    'this secret is public and works only in the demo environment; make another with purser key create',
  nothingToKeep: () => 'there is none here that could stay: give one, or a file that purser brand export wrote',
  otherProgram: ({ program }) => `belongs to the program ${program}; a card set cannot move to another program`,
  secretsMissing: () =>
    'are missing; add them, or apply the file with `purser brand apply`, which generates one and shows it',
  keyByHand: () => 'a key of this name was created by hand; choose another name',
  scaleFixed: ({ before, after }) => `is ${before} and cannot become ${after}`,
  subtracksFixed: ({ names }) => `can only be extended; it must begin with ${names.join(', ')}`,
  setShrinks: ({ count, of }) => `${count} ${of}s already exist; a ${of} set can only grow`,
  inOtherSet: ({ of, set }) => `already exists in the ${of} set ${set}`,
  codeHidesCoupon: ({ coupon }) => `there is a coupon "${coupon}", which the code would hide; choose another code`,
  tooMuchStock: ({ count, max }) =>
    `would create ${count} cards and coupons; at most ${max} can be created at once here`,
  numbersUsedUp: () => 'no free numbers with this prefix and length are left; increase length',
  exportedElsewhere: ({ version, undone }) =>
    `The file was exported from a version ${version} that this brand never had: from another brand or another server.${loss(undone)}`,
  neverApplied: ({ current, undone }) =>
    `No file like this was applied to the brand, which is at version ${current}.${loss(undone)}`,
  changedSince: ({ base, current, undone }) =>
    `The file is based on version ${base}, and the brand is now at version ${current}: somebody has changed it since.${loss(undone)}`,
}

function loss(undone: UndoneLines | undefined): string {
  if (!undone) return ''
  const { lines, more } = undone
  return ` Applying it would take back ${[...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('; ')}`
}

export const rows: WordsOf<RowFaults> = {
  notCsv: () => 'is no CSV: a quotation mark is not closed, or stands in a field',
  columnsMissing: ({ columns }) => `the first line must name the columns: ${columns.join(',')}; only sku is needed`,
  unknownColumn: ({ name, columns }) => `there is no column "${name}"; known are ${columns.join(', ')}`,
  tooManyRows: ({ max }) => `has more than ${max} rows: send it in parts`,
  fieldCount: ({ fields, columns }) => `has ${fields} fields, and there are ${columns} columns`,
  skuMissing: () => 'has no sku',
  skuTwice: ({ sku, line }) => `has the sku ${sku}, which line ${line} has already`,
}
