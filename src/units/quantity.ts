declare const unit: unique symbol;

/** A number that remembers its unit: the compiler refuses GB where GiB is meant. */
export type Quantity<U extends string> = number & { readonly [unit]: U };
