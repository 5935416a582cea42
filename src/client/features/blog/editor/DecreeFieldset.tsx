import type { UseFormReturn } from 'react-hook-form'
import type { CreateBlogInput } from '#contract/blog.ts'
import { LIMITS } from '#contract/limits.ts'
import { Field } from '#client/ui/Field.tsx'
import { Input } from '#client/ui/Input.tsx'
import { Switch } from '#client/ui/Switch.tsx'
import { Textarea } from '#client/ui/Textarea.tsx'
import { FeaturedImage } from './FeaturedImage.tsx'
import type { DecreeFields } from './useDecreeForm.ts'

/** The fields of a decree (product section 5, Blog form). */
export const DecreeFieldset = ({
  form: { register, formState, watch, setValue },
}: {
  form: UseFormReturn<DecreeFields, unknown, CreateBlogInput>
}) => {
  const { errors } = formState
  return (
    <div className="flex flex-col gap-5 pt-4">
      <Field label="Title" required error={errors.title?.message}>
        <Input dir="auto" maxLength={LIMITS.blogTitle} {...register('title')} />
      </Field>
      <Field
        label="Slug"
        required
        hint="Its address: lower-case letters, digits and hyphens."
        error={errors.slug?.message}
      >
        <Input lead="/blog/" dir="ltr" maxLength={LIMITS.blogSlug} {...register('slug')} />
      </Field>
      <Field
        label="Excerpt"
        hint="One sentence for the listing. May stay empty."
        error={errors.excerpt?.message}
      >
        <Textarea rows={2} dir="auto" maxLength={LIMITS.blogExcerpt} {...register('excerpt')} />
      </Field>
      <FeaturedImage
        address={watch('featuredImage') ?? null}
        onChange={(address) => setValue('featuredImage', address, { shouldDirty: true })}
      />
      <Field label="Content" required hint="Markdown. Line breaks are kept." error={errors.content?.message}>
        <Textarea rows={10} maxRows={18} dir="auto" maxLength={LIMITS.blogContent} {...register('content')} />
      </Field>
      <Switch label="Published" hint="A draft is seen by admins alone." {...register('published')} />
    </div>
  )
}
