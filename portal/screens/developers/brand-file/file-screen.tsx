import { Button, Paper, Skeleton } from '@mantine/core'
import { IconArrowLeft, IconDownload, IconUpload } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useBrand, useMay } from '../../../ask/brand-context.ts'
import { useAsking } from '../../../ask/queries.ts'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { saveFile } from '../../../parts/table/save-file.ts'
import { useTexts } from '../../../texts/texts.ts'
import { CodeBlock } from '../code-block.tsx'
import { DevelopersPage } from '../developers-page.tsx'
import type { FileSearch } from './file-search.ts'
import { ImportFile } from './import-file.tsx'

const route = getRouteApi('/b/$brand/developers/file')

/** The brand as a file, and the way back. */
export function FileScreen() {
  const { brandFile } = useTexts()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const mayChange = useMay('configuration.change')
  const go = (next: FileSearch) => {
    navigate({ search: next }).catch(() => undefined)
  }
  if (search.import && mayChange)
    return (
      <DevelopersPage
        tab="file"
        about={brandFile.importWhat}
        secondary={
          <Button variant="default" leftSection={<IconArrowLeft size={16} />} onClick={() => go({})}>
            {brandFile.back}
          </Button>
        }
      >
        <ImportFile onDone={() => go({})} />
      </DevelopersPage>
    )
  return (
    <DevelopersPage
      tab="file"
      about={brandFile.about}
      secondary={<Download version={search.version} />}
      primary={
        mayChange && (
          <Button leftSection={<IconUpload size={16} />} onClick={() => go({ import: true })}>
            {brandFile.import}
          </Button>
        )
      }
    >
      <FileText version={search.version} />
    </DevelopersPage>
  )
}

const questionFor = (version: number | undefined) => (version === undefined ? {} : { version })

function Download({ version }: FileSearch) {
  const { brandFile } = useTexts()
  const brand = useBrand()
  const { data } = useAsking('brandFile', questionFor(version))
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} />}
      disabled={!data}
      onClick={() => data && saveFile(`${brand.id}-${data.version}.yaml`, data.text, 'application/yaml')}
    >
      {brandFile.download}
    </Button>
  )
}

function FileText({ version }: FileSearch) {
  const { brandFile } = useTexts()
  const { data, error, refetch } = useAsking('brandFile', questionFor(version))
  if (error) return <ErrorPanel error={error} onRetry={refetch} />
  const title = data && `${brandFile.version(data.version)}${version === undefined ? ` (${brandFile.current})` : ''}`
  return (
    <Paper p="md">
      {data && title ? <CodeBlock title={title} text={data.text} isTall /> : <Skeleton height={400} />}
    </Paper>
  )
}
