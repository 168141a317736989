import type { PurserCommand } from './command.ts'

/** What a command looks like when it is used: its own example, or its words with something for each operand. */
export function exampleOf({ words, operands, example }: PurserCommand): string {
  if (example !== undefined) return `purser ${example}`
  const given = operands.map((operand) => operand.replace(/[[\]]/g, '')).map((name) => samples[name] ?? name)
  return ['purser', ...words, ...given].join(' ')
}

const samples: Readonly<Record<string, string>> = {
  BRAND: '1001',
  KEY: 'till-7',
  FILE: 'my-brand.yaml',
  BACKUP: 'nightly.tar',
  CARDNUMBER: '70000001',
  CHANNEL: 'email',
  WEBHOOK: 'erp',
  SINCE: '"2026-11-01 08:00:00"',
  LOGIN: 'purser',
  REQUESTREF: '019a8b4e-5f00-7000-8000-000000000000',
}
