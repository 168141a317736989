import type { OperationAnswer } from '../../../ask/ask.ts'
import { Moment } from '../../../parts/figures.tsx'
import { StatusBadge } from '../../../parts/status-badge.tsx'
import type { TableColumn } from '../../../parts/table/column.ts'
import { useTexts } from '../../../texts/texts.ts'
import { draftMoods, nameOfEntry } from './draft.ts'

type Listed = OperationAnswer<'listDrafts'>['drafts'][number]

export function useDraftColumns(): readonly TableColumn<Listed>[] {
  const { drafts: texts } = useTexts()
  const changes = ({ entries }: Listed) => {
    const [first, ...more] = entries
    return first ? texts.moreEntries(nameOfEntry(first, texts), more.length) : ''
  }
  return [
    { id: 'title', title: texts.name, isSortable: true, plain: ({ title }) => title, show: ({ title }) => title },
    {
      id: 'state',
      title: texts.state,
      isSortable: true,
      plain: ({ state }) => texts.states[state],
      show: ({ state }) => <StatusBadge mood={draftMoods[state]} text={texts.states[state]} />,
    },
    { id: 'changes', title: texts.changes, plain: changes, show: changes },
    {
      id: 'changedBy',
      title: texts.changedBy,
      isSortable: true,
      plain: ({ changedBy }) => changedBy,
      show: ({ changedBy }) => changedBy,
    },
    {
      id: 'changedAt',
      title: texts.changedAt,
      isSortable: true,
      plain: ({ changedAt }) => changedAt,
      show: ({ changedAt }) => <Moment at={changedAt} />,
    },
  ]
}
