/** The parts of a mail server's address that people know it by. */
export interface MailServer {
  readonly host: string
  readonly port: string
  readonly isEncrypted: boolean
  readonly user: string
  readonly password: string
  /** What else the address says, which no field shows. */
  readonly rest: string
}

const none: MailServer = { host: '', port: '', isEncrypted: false, user: '', password: '', rest: '' }

/** `smtps://user@mail.example:465` in parts. */
export function readMailServer(address: unknown): MailServer {
  if (typeof address !== 'string' || !URL.canParse(address)) return none
  const url = new URL(address)
  const path = url.pathname === '/' && url.search === '' ? '' : url.pathname
  return {
    host: url.hostname,
    port: url.port,
    isEncrypted: url.protocol === 'smtps:',
    user: decoded(url.username),
    password: decoded(url.password),
    rest: path + url.search,
  }
}

/** A percent sign that begins no code, as in `a%b`, is meant as it stands. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The address of the parts; nothing where there is no server. */
export function writeMailServer(server: MailServer): string | undefined {
  const { host, port, isEncrypted, user, password, rest } = server
  if (host === '') return undefined
  const login = user === '' ? '' : `${encodeURIComponent(user)}${password && `:${encodeURIComponent(password)}`}@`
  return `${isEncrypted ? 'smtps' : 'smtp'}://${login}${host}${port && `:${port}`}${rest}`
}
