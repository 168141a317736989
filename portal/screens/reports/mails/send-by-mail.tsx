import { Button } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useState } from 'react'
import { useMay } from '../../../ask/brand-context.ts'
import { useTexts } from '../../../texts/texts.ts'
import type { AskedReport } from '../asked.ts'
import type { DescribedReport } from '../report-answer.ts'
import { MailForm } from './mail-form.tsx'

/** Has the report that is shown sent by e-mail, divided as it is shown. */
export function SendByMail({ report, asked }: { readonly report: DescribedReport; readonly asked: AskedReport }) {
  const { reportMails: texts } = useTexts()
  const maySend = useMay('reports.send')
  const [isOpen, setOpen] = useState(false)
  if (!maySend) return null
  const shown = { report: report.name, perDay: asked.per === 'day', ...(asked.by !== undefined && { by: asked.by }) }
  return (
    <>
      <Button variant="default" leftSection={<IconMail size={16} />} onClick={() => setOpen(true)}>
        {texts.send}
      </Button>
      {isOpen && <MailForm wanted={shown} over={report.over} onClose={() => setOpen(false)} />}
    </>
  )
}
