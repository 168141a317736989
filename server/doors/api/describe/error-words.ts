import { catalogue, type ErrorCode } from '../../../ground/kernel/errors.ts'

export interface CataloguedError {
  readonly code: ErrorCode
  readonly status: number
  readonly text: string
}

/** The catalogue in the order of its codes. */
export const cataloguedErrors: readonly CataloguedError[] = Object.entries(catalogue).map(([code, entry]) => ({
  code: Number(code) as ErrorCode,
  ...entry,
}))

/** Statuses that no operation answers: they are about the address and the HTTP method. */
const addressStatuses = new Set([404, 405])

/** The HTTP statuses that any operation may fail with, each with what it means. */
export const failureStatuses: ReadonlyMap<number, string> = new Map(
  [...Map.groupBy(cataloguedErrors, ({ status }) => status)]
    .filter(([status]) => !addressStatuses.has(status))
    .toSorted(([a], [b]) => a - b)
    .map(([status, errors]) => [status, meaningOf(status, errors)]),
)

function meaningOf(status: number, errors: readonly CataloguedError[]): string {
  if (status === 400) return 'The request was refused; errorCode says why.'
  return errors.map(({ code, text }) => `${code}: ${text}`).join(' ')
}
