import { brandFile } from './brand-file.ts'
import { checkBrandFile } from './check-brand-file.ts'
import { listEnabled } from './enabled.ts'
import { environment } from './environment.ts'
import { loggedCall } from './find-call.ts'
import { jobStates } from './job-states.ts'
import { listLoggedCalls } from './list-calls.ts'
import { listOperations } from './list-operations.ts'
import { webhookDeliveries } from './webhook-deliveries.ts'

/** What developers and administrators ask. */
export const developerRoutes = [
  brandFile,
  checkBrandFile,
  environment,
  jobStates,
  listEnabled,
  listLoggedCalls,
  listOperations,
  loggedCall,
  webhookDeliveries,
] as const
