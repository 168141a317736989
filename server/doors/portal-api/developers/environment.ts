import { integer, list, model, number, object, oneOf, text } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { findLastMigration, findLastVerify, listServerSights } from '../../../storage/store/queries/environment.sql.ts'
import { brandRoute } from '../route.ts'

const server = model('ServerSight', 'A process of Purser.', {
  role: oneOf('Whether it serves calls, or only does work in the background.', ['start', 'work']).required(),
  version: text('Which Purser it is.').required(),
  startedAt: number('Since when it runs, in milliseconds.').required(),
})

const verification = model('LastVerification', 'The last check of all balances against the ledger.', {
  at: number('When, in milliseconds.').required(),
  ledgerRows: number('How many rows of the ledger were read.').required(),
  discrepancies: number('How many differences were found.').required(),
})

export const environment = brandRoute({
  name: 'environment',
  summary: 'Say what this deployment is: name, version, schema, processes, and when the brand was last verified.',
  permission: 'jobs.see',
  isConfirmed: false,
  reach: 'place',
  request: {},
  response: {
    environment: text('The name of the deployment.').required(),
    publicUrl: text('Where it is reached, if the operator has said so.'),
    schema: integer('The number of the last migration.').required(),
    schemaName: text('Its name.').required(),
    schemaSince: number('When it was applied, in milliseconds.').required(),
    servers: list('The processes.', server).required(),
    verified: object('Absent: never.', verification),
  },
  run: async ({ services, brand }) => {
    const [migration, servers, verify] = await Promise.all([
      findLastMigration(services.pool),
      listServerSights(services.pool),
      findLastVerify(services.pool, brand.id),
    ])
    return defined({
      environment: services.environment,
      publicUrl: services.publicUrl,
      schema: migration?.number ?? 0,
      schemaName: migration?.name ?? '',
      schemaSince: migration?.applied_at ?? 0,
      servers: servers.map(({ role, version, started_at: startedAt }) => ({ role, version, startedAt })),
      verified: verify && {
        at: verify.ran_at,
        ledgerRows: verify.ledger_rows,
        discrepancies: verify.discrepancies,
      },
    })
  },
})
