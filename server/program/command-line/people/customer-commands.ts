import { databaseCommand, type PurserCommand } from '../command.ts'

/** What is kept about a person. */
export const customerCommands: readonly PurserCommand[] = [
  databaseCommand({
    words: ['customer', 'export'],
    operands: ['BRAND', 'CARDNUMBER'],
    about: "print everything that is kept about a card's holder, as JSON",
    run: async ([brand, cardNumber], { url, operator }) =>
      (await import('./customer.ts')).customerExport(url, { brand, cardNumber }, { actor: operator }),
  }),
  databaseCommand({
    words: ['customer', 'erase'],
    example: 'customer erase 1001 70000001 --dry-run',
    operands: ['BRAND', 'CARDNUMBER'],
    flags: ['dry-run'],
    about: "remove a card's holder from every table; the ledger stays",
    run: async ([brand, cardNumber], { url, config, operator }) =>
      (await import('./customer.ts')).customerErase(
        url,
        { brand, cardNumber },
        { dryRun: config.dryRun, origin: { actor: operator } },
      ),
  }),
]
