/** Which version is shown, and whether a file is being imported. */
export interface FileSearch {
  readonly version?: number | undefined
  readonly import?: boolean | undefined
}

export function readFileSearch({ version, import: isImporting }: Record<string, unknown>): FileSearch {
  return {
    ...(typeof version === 'number' && Number.isInteger(version) && version > 0 && { version }),
    ...(isImporting === true && { import: true }),
  }
}
