import { type Finding, ok, problem, warning } from '../finding.ts'

/** A folder as the file system shows it. */
export type FolderSight =
  | { readonly kind: 'missing' | 'file' }
  | { readonly kind: 'unseen'; readonly reason: string }
  | { readonly kind: 'folder'; readonly owner: number; readonly mode: number; readonly isWritable: boolean }

export interface DataFolder {
  readonly path: string
  /** Who runs this; undefined where the system has no such numbers. */
  readonly user: number | undefined
  readonly folder: FolderSight
  /** The folder of the embedded database in it. */
  readonly database: FolderSight
}

const point = 'data folder'
const othersWrite = 0o002
const othersAnything = 0o007

export function judgeDataFolder({ path, user, folder, database }: DataFolder): Finding[] {
  const elsewhere = 'If your data is elsewhere, name its folder with --data or PURSER_DATA.'
  switch (folder.kind) {
    case 'missing':
      return [warning(point, `${path} does not exist yet; the first start makes it`, elsewhere)]
    case 'file':
      return [problem(point, `${path} is not a folder`, 'Name a folder with --data or PURSER_DATA.')]
    case 'unseen':
      return [
        problem(point, `${path} cannot be looked at (${folder.reason})`, 'Start Purser as the owner of the folder.'),
      ]
    case 'folder':
      return [judgeRights(path, folder), ...judgeDatabaseFolder(`${path}/postgres`, user, database)]
  }
}

type Folder = Extract<FolderSight, { kind: 'folder' }>

function judgeRights(path: string, { owner, mode, isWritable }: Folder): Finding {
  if (!isWritable)
    return problem(
      point,
      `this user may not write in ${path}`,
      `Start Purser as the owner of the folder, user ${owner}.`,
    )
  if (mode & othersWrite)
    return problem(point, `every user of this machine may change ${path}`, `Run: chmod o-w ${path}`)
  return ok(point, `${path} belongs to user ${owner}, mode ${octal(mode)}`)
}

/** PostgreSQL refuses a folder that others can enter; a start as its owner or as root closes it. */
function judgeDatabaseFolder(path: string, user: number | undefined, folder: FolderSight): Finding[] {
  if (folder.kind !== 'folder') return []
  const name = 'database folder'
  if (user !== undefined && user !== 0 && user !== folder.owner)
    return [problem(name, `${path} belongs to user ${folder.owner}`, 'Start Purser as that user, or as root.')]
  if (folder.mode & othersAnything)
    return [problem(name, `${path} is open to every user of this machine`, `Run: chmod 700 ${path}`)]
  return [ok(name, `mode ${octal(folder.mode)}`)]
}

const octal = (mode: number) => (mode & 0o777).toString(8).padStart(4, '0')
