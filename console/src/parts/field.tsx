import type { ReactNode } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { TextArea } from 'react-aria-components/TextArea';
import { TextField, type TextFieldProps } from 'react-aria-components/TextField';
import style from './field.module.css';

/** A field for text with its label, a hint, and what is wrong with what stands in it. */
export function Field(
  props: TextFieldProps & {
    readonly label: string;
    readonly hint?: ReactNode;
    readonly fault?: string | undefined;
    readonly placeholder?: string;
    /** Several lines. */
    readonly rows?: number;
    /** The label is read aloud, not seen: what stands around the field says it. */
    readonly labelIsSpoken?: boolean;
  },
) {
  const { label, hint, fault, placeholder, rows, labelIsSpoken = false, ...rest } = props;
  return (
    // A fault that the server named must not keep the browser from sending the form again.
    <TextField
      validationBehavior="aria"
      {...rest}
      isInvalid={fault !== undefined}
      className={style.field ?? ''}
    >
      <Label className={labelIsSpoken ? 'spoken' : (style.label ?? '')}>{label}</Label>
      {rows === undefined ? (
        <Input className={style.input ?? ''} {...(placeholder === undefined ? {} : { placeholder })} />
      ) : (
        <TextArea
          className={style.input ?? ''}
          rows={rows}
          {...(placeholder === undefined ? {} : { placeholder })}
        />
      )}
      {hint !== undefined && (
        <Text slot="description" className={style.hint ?? ''}>
          {hint}
        </Text>
      )}
      <FieldError className={style.fault ?? ''}>{fault}</FieldError>
    </TextField>
  );
}
