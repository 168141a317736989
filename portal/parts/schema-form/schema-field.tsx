import { fieldOf, type Schema } from './field.ts'
import { type FieldProps, useFormSetting } from './form-context.ts'
import { FormsField } from './forms-field.tsx'
import { GroupField } from './group-field.tsx'
import { ImageField, isImage } from './image-field.tsx'
import { KeptField } from './kept-field.tsx'
import { MapField } from './map-field.tsx'
import { RowsField } from './rows-field.tsx'
import {
  ChoiceField,
  ChoicesField,
  DecimalField,
  FlagField,
  NumberField,
  TagsField,
  TextField,
} from './simple-fields.tsx'
import { SpokenField } from './spoken-field.tsx'

/** One value, as its schema says that it is filled in. */
export function SchemaField({ schema, ...props }: FieldProps & { readonly schema: Schema }) {
  const { definitions, section, ownFields } = useFormSetting()
  const Own = ownFields?.[`${section}.${props.keyPath}`]
  if (Own) return <Own {...props} />
  const field = fieldOf(schema, definitions, props.depth)
  switch (field.kind) {
    case 'decimal':
      return <DecimalField {...props} field={field} />
    case 'text':
      return isImage(props.keyPath) ? <ImageField {...props} field={field} /> : <TextField {...props} field={field} />
    case 'number':
      return <NumberField {...props} field={field} />
    case 'flag':
      return <FlagField {...props} field={field} />
    case 'choice':
      return <ChoiceField {...props} field={field} options={field.options} />
    case 'choices':
      return <ChoicesField {...props} field={field} options={field.options} />
    case 'tags':
      return <TagsField {...props} field={field} />
    case 'rows':
      return <RowsField {...props} field={field} item={field.item} />
    case 'group':
      return <GroupField {...props} field={field} schema={schema} />
    case 'map':
      return <MapField {...props} field={field} item={field.value} />
    case 'spoken':
      return <SpokenField {...props} field={field} text={field.text} />
    case 'forms':
      return <FormsField {...props} field={field} forms={field.forms} />
    case 'tooDeep':
      return <KeptField {...props} />
  }
}
