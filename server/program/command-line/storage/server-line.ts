import type { RunningServer } from '../../../storage/store/servers/running-server.sql.ts'

/** A running server, as an operator can find it. */
export const serverLine = ({ role, host, version, seenSeconds }: RunningServer): string =>
  `  purser ${role} ${version} on ${host}, seen ${seenSeconds} seconds ago`
