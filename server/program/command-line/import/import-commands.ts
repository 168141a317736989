import { defined } from '../../../ground/kernel/defined.ts'
import { databaseCommand, type PurserCommand } from '../command.ts'

export const importCommands: readonly PurserCommand[] = [
  databaseCommand({
    words: ['import'],
    example: 'import balances 1001 balances.csv --dry-run --faults faults.csv',
    // The brand may be left out where there is only one: the file comes last either way.
    operands: ['KIND', '[BRAND]', 'FILE'],
    flags: [
      ...(['dry-run', 'mapping', 'map', 'set', 'decimal', 'dates', 'word', 'faults', 'show'] as const),
      ...(['skip-bad-rows', 'load-again', 'several', 'overwrite'] as const),
    ],
    about:
      'load cards, customers, balances, levels, coupons or products from a CSV file; goes on where it was interrupted',
    run: async ([kind, brandId], context, given) => {
      const path = given.at(-1) ?? ''
      const { importCommand } = await import('./import.ts')
      await importCommand(kind, given.length < 3 ? { path } : defined({ brandId, path }), context)
    },
  }),
  databaseCommand({
    words: ['import', 'report'],
    operands: ['BRAND', 'ID'],
    flags: ['json'],
    about: 'print what became of an import, and compare the sums of its file with the ledger',
    run: async ([brand, id], context) => (await import('./import-report.ts')).importReport(brand, id, context),
  }),
  databaseCommand({
    words: ['imports'],
    operands: ['BRAND'],
    flags: ['json'],
    about: 'list the imports of a brand, the newest first',
    run: async ([brand], context) => (await import('./import-report.ts')).listImports(brand, context),
  }),
]
