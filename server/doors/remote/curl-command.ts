import { pathOf } from '../api/describe/transport.ts'
import type { RemoteCall } from './call-server.ts'
import type { RemotePlace } from './place.ts'

/** The same call for curl. The secrets are named as variables of the shell, and never written down. */
export function curlCommand(
  place: Omit<RemotePlace, 'secret'>,
  { operation, body, customRequestId }: RemoteCall,
): string {
  const { url, key, brand, location, terminal, employee, employeePassword, note } = place
  const headers = { Brand: brand, Location: location, Terminal: terminal, customRequestId, employee, note }
  return [
    // Within double quotes, so that the shell puts the secret in.
    `curl -s -u ${quoted(`${key}:`)}"$PURSER_SECRET"`,
    ...Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [`-H ${quoted(`${name}: ${value}`)}`],
    ),
    ...(employeePassword === undefined ? [] : ['-H "employeePassword: $PURSER_EMPLOYEE_PASSWORD"']),
    "-H 'Content-Type: application/json'",
    `--data-binary ${quoted(body)}`,
    quoted(`${url}${pathOf(operation)}`),
  ].join(' \\\n  ')
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
