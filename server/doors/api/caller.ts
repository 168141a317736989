import type { IncomingHttpHeaders } from 'node:http'
import type { Brand, Location } from '../../domain/brand/brand.ts'
import type { Call } from '../../domain/decision/call.ts'
import { defined } from '../../ground/kernel/defined.ts'
import { type Refusal, refuse } from '../../ground/kernel/errors.ts'
import type { RequestRef } from '../../ground/kernel/ids.ts'
import type { EmployeeCheck, EmployeeJudged } from './employee-check.ts'
import { decodeHeader, readRemark } from './header-text.ts'

/** The header's text; '' when it is absent. */
export function headerText(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}

/** Whether a call does not say at all where it comes from, which is part of saying who it is. */
export const lacksPlace = (headers: IncomingHttpHeaders): boolean =>
  headerText(headers, 'location') === '' || headerText(headers, 'terminal') === ''

/** The location that the headers name, if it is one of the brand and has the terminal that they name. */
export function findLocation(headers: IncomingHttpHeaders, brand: Brand): Location | undefined {
  const location = brand.locations.get(headerText(headers, 'location'))
  return location?.terminals.has(headerText(headers, 'terminal')) ? location : undefined
}

/** The employee that the headers name; undefined when they name none and need not. */
export function judgeEmployee(
  headers: IncomingHttpHeaders,
  brand: Brand,
  location: Location,
  check: EmployeeCheck,
): EmployeeJudged | undefined | Promise<EmployeeJudged> {
  const id = headerText(headers, 'employee')
  const password = decodeHeader(headerText(headers, 'employeepassword'))
  if (id === '') return brand.settings.requireEmployee || password !== '' ? refuse(103) : undefined
  const employee = location.employees.get(id)
  if (!employee) return refuse(103)
  if (password === '' && !brand.settings.requireEmployeePassword) return employee
  return check.check({ brandId: brand.id, locationId: location.id }, employee, password)
}

/** The call as it is recorded. Of a location or a terminal that is not the brand's nothing is kept. */
export function callOf(headers: IncomingHttpHeaders, ref: RequestRef, brand: Brand, employeeId?: string): Call {
  const location = brand.locations.get(headerText(headers, 'location'))
  const terminal = headerText(headers, 'terminal')
  const external = readRemark(headerText(headers, 'externaltransactionid'))
  const note = readRemark(headerText(headers, 'note'))
  return defined({
    ref,
    locationId: location?.id ?? '',
    terminalId: location?.terminals.has(terminal) ? terminal : '',
    employeeId,
    ...(external && { externalTransactionId: external }),
    ...(note && { note }),
  })
}

const hostForm = /^(?:[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i

/** Where the caller says that it sent the request to: good enough for what is shown to the caller alone. */
export function addressOf(headers: IncomingHttpHeaders): string | undefined {
  const host = headers.host ?? ''
  if (host === '' || host.length > 255 || !hostForm.test(host)) return undefined
  return `http://${host}`
}

/** What is wrong with the headers that belong to the request's form. */
export function findHeaderFault(headers: IncomingHttpHeaders): Refusal | undefined {
  for (const [name, shown] of remarks) {
    if (readRemark(headerText(headers, name)) === undefined) {
      return refuse(100, `${shown}: must have at most 1000 characters and no control characters`)
    }
  }
  const encoding = headerText(headers, 'content-encoding').toLowerCase()
  if (encoding !== '' && encoding !== 'identity') return refuse(100, 'Content-Encoding: send the body uncompressed')
  return undefined
}

const remarks = [
  ['externaltransactionid', 'externalTransactionId'],
  ['note', 'note'],
] as const
