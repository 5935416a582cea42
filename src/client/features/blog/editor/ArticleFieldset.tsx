import type { FormEvent } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { Field } from '#client/ui/Field.tsx'
import { Input } from '#client/ui/Input.tsx'
import { Switch } from '#client/ui/Switch.tsx'
import { Textarea } from '#client/ui/Textarea.tsx'
import type { FieldErrors } from '#client/ui/use-form.ts'
import { FeaturedImage } from './FeaturedImage.tsx'
import { PublishAt } from './PublishAt.tsx'
import type { ArticleField, ArticleFields } from './useArticleFields.ts'

export type SetField = <Name extends ArticleField>(name: Name, value: ArticleFields[Name]) => void

export interface ArticleFieldsetProps {
  fields: ArticleFields
  errors: FieldErrors<ArticleField>
  set: SetField
}

type TextField = 'title' | 'slug' | 'excerpt' | 'content'

/** The fields of an article (product section 5, Blog form). */
export const ArticleFieldset = ({ fields, errors, set }: ArticleFieldsetProps) => {
  // onInput: the value is set before the form, above, checks it.
  const text = (name: TextField) => ({
    name,
    value: fields[name] ?? '',
    onInput: ({ currentTarget }: FormEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      set(name, currentTarget.value),
  })
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <Field label="Title" required error={errors.title}>
        <Input dir="auto" maxLength={LIMITS.blogTitle} {...text('title')} />
      </Field>
      <Field label="Content" required hint="Markdown. Line breaks are kept." error={errors.content}>
        <Textarea
          rows={12}
          maxRows={LIMITS.blogContent}
          dir="auto"
          maxLength={LIMITS.blogContent}
          {...text('content')}
        />
      </Field>
      <Field
        label="Slug"
        required
        hint="Its address: lower-case letters, digits and hyphens."
        error={errors.slug}
      >
        <Input lead="/blog/" dir="ltr" maxLength={LIMITS.blogSlug} {...text('slug')} />
      </Field>
      <Field label="Excerpt" hint="One sentence for the listing. May stay empty." error={errors.excerpt}>
        <Textarea rows={2} dir="auto" maxLength={LIMITS.blogExcerpt} {...text('excerpt')} />
      </Field>
      <FeaturedImage
        address={fields.featuredImage ?? null}
        onChange={(address) => set('featuredImage', address)}
      />
      <Switch
        label="Published"
        hint="A draft is seen by admins alone."
        checked={fields.published ?? false}
        onChange={({ target }) => {
          set('published', target.checked)
          set('publishAt', null)
        }}
      />
      {!fields.published && (
        <PublishAt
          at={fields.publishAt ?? null}
          error={fields.publishAt ? errors.publishAt : undefined}
          onChange={(at) => set('publishAt', at)}
        />
      )}
    </div>
  )
}
