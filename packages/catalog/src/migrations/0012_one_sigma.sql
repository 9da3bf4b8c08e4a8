-- Every sigma is now read as σ (packages/words), also a final one: the keys of companies with one in their names are made
-- anew, after migrations. All names beyond ASCII are marked, as several characters decompose into a sigma. Until then,
-- and after an import by a previous version, such a company is not identified by its name.
UPDATE catalog.company SET keys_of = NULL WHERE octet_length(name) <> length(name);
