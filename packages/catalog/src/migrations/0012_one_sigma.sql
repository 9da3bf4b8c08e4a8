-- Every sigma is now read as σ (packages/words), also a final one: companies with one in their names get other keys, after
-- migrations. Until then, and after an import by a previous version, such a company cannot be identified.
UPDATE catalog.company SET keys_of = NULL
WHERE octet_length(name) <> length(name) AND normalize(name, NFKD) ~ '[Σσς]';
